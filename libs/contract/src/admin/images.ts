import { z } from 'zod'
import { created, declareAdminRoutes } from '../declare.ts'
import { isImageAddress } from '../image-address.ts'
import { maxImageBytes } from '../route.ts'
import { distinct } from '../schemas.ts'
import { text } from '../text.ts'
import { issue } from '../texts/text.ts'

/** The media types of images that staff may upload. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The most images of a product, a campground or a zone. */
export const maxImages = 10

const imageWanted = issue('must.beImage')

/** The path or address of an image. */
export const imageInput = text().trim().min(1).max(500).refine(isImageAddress, imageWanted)

/** The images of a resource; file names may stand for some of them. */
export const imagesOf = (image: z.ZodType<string, string>) =>
  z.array(image).max(maxImages).refine(distinct, issue('must.notRepeatImage'))

/** The images of a resource. */
export const imagesInput = imagesOf(imageInput).describe(
  'Paths that begin with `/`, or addresses, at most 10, no duplicates; the first is the primary one',
)

/** An image that the products service serves. */
export const uploadedImageSchema = z.strictObject({
  path: z
    .string()
    .describe(
      'Path of the image, for `images` of a product, a campground or a zone; the same content has the same path',
    ),
})
export type UploadedImage = z.infer<typeof uploadedImageSchema>

export const imageRoutes = declareAdminRoutes('products', 'products', {
  uploadImage: {
    summary: 'Stores an image and makes it public at its path',
    endpoint: 'POST /api/admin/images',
    bodyTypes: imageTypes,
    bodyLimit: maxImageBytes,
    ...created(uploadedImageSchema),
  },
})
