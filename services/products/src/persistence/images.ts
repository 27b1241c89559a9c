import type { Queryable, Transaction } from '@campstore/database/database'
import { firstRow } from '@campstore/database/rows'
import type { PreparedImage } from '../domain/prepare-image.ts'

/** An image that this service itself serves. */
export type StoredImage = { mediaType: string; content: Buffer }

/** Stores an image and its thumbnails unless there is one of its name, which is made of its content. */
export async function insertImage(
  tx: Transaction,
  { name, mediaType, content, thumbnails }: PreparedImage & { name: string; mediaType: string },
): Promise<void> {
  await tx.query({
    name: 'insert-image',
    text: /* sql */ `
      with stored as (
        insert into catalog.image (name, media_type, content)
        values ($1, $2, $3)
        on conflict do nothing
        returning name
      )
      insert into catalog.image_thumbnail (name, width, content)
      select name, width, thumbnail.content
      from stored, unnest($4::integer[], $5::bytea[]) thumbnail (width, content)`,
    values: [name, mediaType, content, thumbnails.map(each => each.width), thumbnails.map(each => each.content)],
  })
}

/** Finds the image of a name: its thumbnail of a width where it has one, and else itself. */
export const findImage = (database: Queryable, name: string, width = 0): Promise<StoredImage | undefined> =>
  firstRow(database, {
    name: 'image-by-name',
    text: /* sql */ `
      select case when thumbnail is null then media_type else 'image/webp' end as "mediaType",
        coalesce(thumbnail.content, image.content) as content
      from catalog.image
      left join catalog.image_thumbnail thumbnail on thumbnail.name = image.name and width = $2
      where image.name = $1`,
    values: [name, width],
  })

/** Which of these names have no image. */
export async function findMissingImages(database: Queryable, names: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>({
    name: 'missing-images',
    text: /* sql */ `
      select name
      from unnest($1::text[]) name
      where not exists (select from catalog.image where image.name = name.name)`,
    values: [names],
  })
  return rows.map(({ name }) => name)
}
