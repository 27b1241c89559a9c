import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** A picture that this service itself gives out. */
export const PictureEntity = defineEntity({
  name: 'Picture',
  schema: 'catalog',
  tableName: 'picture',
  properties: {
    name: p.text().primary(),
    mediaType: p.text(),
    content: p.blob(),
  },
})
export type PictureRow = InferEntity<typeof PictureEntity>

/** Everything MikroORM reads for this service. */
export const entities = [PictureEntity]
