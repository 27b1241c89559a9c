import type { Queryable } from '@campstore/database/database'

/** An image that this service itself serves. */
export type StoredImage = { mediaType: string; content: Buffer }

/** Finds the image of a name. */
export async function findImage(database: Queryable, name: string): Promise<StoredImage | undefined> {
  const { rows } = await database.query<StoredImage>({
    name: 'image-by-name',
    text: `
      select media_type as "mediaType", content
      from catalog.image
      where name = $1`,
    values: [name],
  })
  return rows[0]
}
