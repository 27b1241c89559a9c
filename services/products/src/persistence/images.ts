import type { Queryable } from '@campstore/database/database'

/** An image that this service itself serves. */
export type StoredImage = { mediaType: string; content: Buffer }

/** Stores an image unless there is one of its name, which is made of its content. */
export async function insertImage(
  database: Queryable,
  { name, mediaType, content }: { name: string; mediaType: string; content: Uint8Array },
): Promise<void> {
  await database.query({
    name: 'insert-image',
    text: /* sql */ `
      insert into catalog.image (name, media_type, content)
      values ($1, $2, $3)
      on conflict do nothing`,
    values: [name, mediaType, content],
  })
}

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
