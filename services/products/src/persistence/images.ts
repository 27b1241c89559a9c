import type { Queryable } from '@campstore/database/database'

/** A picture that this service itself gives out. */
export type Picture = { mediaType: string; content: Buffer }

/** The picture of a name. */
export async function findPicture(database: Queryable, name: string): Promise<Picture | undefined> {
  const { rows } = await database.query<Picture>({
    name: 'picture-by-name',
    text: `
      select media_type as "mediaType", content
      from catalog.picture
      where name = $1`,
    values: [name],
  })
  return rows[0]
}
