import { createCampgroundSchema } from '@campstore/contract/admin/campgrounds'
import { z } from 'zod'

const { latitude, longitude } = createCampgroundSchema.shape
const coordinatesSchema = z.object({ latitude: latitude.unwrap(), longitude: longitude.unwrap() })
type Position = z.output<typeof coordinatesSchema>

/** A position as maps copy it, `24.0512, 121.1804`: degrees north and east; null if unknown. */
export const positionSchema = z
  .string()
  .nullable()
  .transform((text, ctx): Position => {
    if (text === null) return { latitude: null, longitude: null }
    const [, north, east] = /^(-?\d+(?:\.\d+)?)\s*[,，]\s*(-?\d+(?:\.\d+)?)$/.exec(text.trim()) ?? []
    const found = coordinatesSchema.safeParse({ latitude: Number(north), longitude: Number(east) })
    if (found.success) return found.data
    ctx.addIssue({ code: 'custom', message: 'must be a position' })
    return z.NEVER
  })

/** A position as {@link positionSchema} reads it; null unless both parts are known. */
export const positionText = ({ latitude, longitude }: Position): string | null =>
  latitude === null || longitude === null ? null : `${latitude}, ${longitude}`
