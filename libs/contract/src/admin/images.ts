import { z } from 'zod'
import { maxImageBytes } from '../route.ts'
import { declareAdminRoutes } from './declare.ts'

/** The media types of images that staff may upload. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** An image that the products service serves. */
export const uploadedImageSchema = z.strictObject({
  path: z.string().describe('Path of the image, for `images` of a product; the same content has the same path'),
})
export type UploadedImage = z.infer<typeof uploadedImageSchema>

/** Images of products; the products service answers these. */
export const imageRoutes = declareAdminRoutes('products', 'products', {
  uploadImage: {
    summary: 'Stores an image, which anybody can see at its path from then on',
    addition: true,
    method: 'POST',
    path: '/api/admin/images',
    bodyTypes: imageTypes,
    bodyLimit: maxImageBytes,
    data: uploadedImageSchema,
    successStatus: 201,
  },
})
