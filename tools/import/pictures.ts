import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ImageType, imageInput, imagesOf } from '@campstore/contract/admin/images'
import { maxImageBytes } from '@campstore/contract/route'
import { english } from '@campstore/contract/texts/text'
import { messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import { readRegularFile } from './read-regular-file.ts'
import { emptyDataSet, type RecordType, type Row, type Table, unreadable } from './record-type.ts'

const folder = 'pictures'
const maxDrawingBytes = 65_536

export const pictureName = /^[A-Za-z0-9_-]{1,100}\.(svg|png|jpg|webp)$/

/** By the ending of their names; they are checked and stored as uploads are. */
const photographs = new Map<string | undefined, ImageType>([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['webp', 'image/webp'],
])

const imageWanted = 'must be the name of a picture, like "tent.svg", or an address that begins with https:// or http://'

/** The images of a record: pictures of the data set, and addresses as staff write them. */
export const images = imagesOf(
  z.union([z.string().trim().regex(pictureName), imageInput.refine(value => !value.startsWith('/'))], imageWanted),
)
  .default([])
  .describe(
    'files of pictures/, by their names, or addresses that begin with https:// or http://, at most 10; the first is the primary one',
  )

/** The path at which the products service serves a picture; an address as it is. */
export const imagePath = (image: string): string => (pictureName.test(image) ? `/api/products/images/${image}` : image)

const table: Table = {
  name: 'pictures',
  table: 'catalog.image',
  columns: ['name', 'mediaType', 'content'],
  key: ['name'],
}

const thumbnails: Table = {
  name: 'thumbnails of pictures',
  table: 'catalog.image_thumbnail',
  columns: ['name', 'width', 'content'],
  key: ['name', 'width'],
}

/** Pictures of products and campgrounds, one file each, which the products service serves so that they can run and load nothing. */
export const pictures: RecordType = {
  file: folder,
  tables: [table, thumbnails],
  async read(directory) {
    const dataSet = emptyDataSet([table, thumbnails])
    const names = await namesOf(join(directory, folder)).catch(messageOf)
    if (typeof names === 'string') return unreadable(folder, `is not readable as a folder: ${names}`)
    for (const name of names.filter(each => !each.startsWith('.')).sort()) {
      const place = { file: `${folder}/${name}`, path: '' }
      const content = await readRegularFile(join(directory, folder, name)).catch(messageOf)
      const picture = await pictureOf(name, content)
      if (typeof picture === 'string') {
        dataSet.issues.push({ place, reason: picture })
        continue
      }
      dataSet.tables[0]?.rows.push({ row: picture.row, place })
      dataSet.tables[1]?.rows.push(...picture.thumbnails.map(row => ({ row, place })))
    }
    return dataSet
  },
}

/** The names in a folder, not in one that a symbolic link leads to. */
async function namesOf(path: string): Promise<string[]> {
  if ((await lstat(path)).isSymbolicLink()) throw new Error('it is a symbolic link: put the folder itself here')
  return readdir(path)
}

/** The rows of a picture, or its issue, by its content or why that is not readable. */
async function pictureOf(name: string, content: Buffer | string): Promise<{ row: Row; thumbnails: Row[] } | string> {
  if (!pictureName.test(name))
    return 'must be named <name>.svg, .png, .jpg or .webp, the name of 1 to 100 letters, digits, hyphens or underscores'
  if (typeof content === 'string') return `is not readable: ${content}`
  const mediaType = photographs.get(name.split('.').pop())
  const maxBytes = mediaType ? maxImageBytes : maxDrawingBytes
  if (content.length > maxBytes) return `has ${content.length} bytes; at most ${maxBytes} are allowed`
  if (!mediaType) {
    if (!content.includes('<svg')) return 'is not an SVG'
    return { row: { name, mediaType: 'image/svg+xml', content: hex(content) }, thumbnails: [] }
  }
  const { prepareImage } = await import('../../services/products/src/domain/prepare-image.ts')
  const prepared = await prepareImage(mediaType, content)
  if ('key' in prepared) return english(prepared)
  return {
    row: { name, mediaType, content: hex(prepared.content) },
    thumbnails: prepared.thumbnails.map(each => ({ name, width: each.width, content: hex(each.content) })),
  }
}

const hex = (content: Buffer) => `\\x${content.toString('hex')}`
