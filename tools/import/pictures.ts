import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isImageAddress } from '@campstore/contract/image-address'
import { messageOf } from '@campstore/local-servers/cli-error'
import { z } from 'zod'
import { emptyDataSet, type RecordType, type Row, type Table, unreadable } from './record-type.ts'

const folder = 'pictures'
const maxBytes = 65_536

/** The file name of a picture of the data set. */
export const pictureName = /^[A-Za-z0-9_-]{1,100}\.svg$/

/** The image of a record: a picture of the data set, or an address. */
export const image = z
  .string()
  .max(2_000)
  .refine(isImage, 'must be the name of a picture, like "tent.svg", or an address that begins with https://')
  .describe('a file of pictures/, by its name, or an address that begins with https://')

function isImage(value: string): boolean {
  return pictureName.test(value) || (value.startsWith('https://') && isImageAddress(value))
}

/** The path at which the products service serves a picture; an address as it is. */
export const imagePath = (image: string): string => (pictureName.test(image) ? `/api/products/images/${image}` : image)

const table: Table = {
  name: 'pictures',
  table: 'catalog.image',
  columns: ['name', 'mediaType', 'content'],
  key: ['name'],
}

/** Pictures of products and campgrounds, one SVG file each, which the products service serves so that they can run and load nothing. */
export const pictures: RecordType = {
  file: folder,
  tables: [table],
  async read(directory) {
    const dataSet = emptyDataSet([table])
    const names = await readdir(join(directory, folder)).catch(messageOf)
    if (typeof names === 'string') return unreadable(folder, `is not readable as a folder: ${names}`)
    for (const name of names.filter(each => !each.startsWith('.')).sort()) {
      const place = { file: `${folder}/${name}`, path: '' }
      const content = await readFile(join(directory, folder, name)).catch(messageOf)
      const picture = pictureOf(name, content)
      if (typeof picture === 'string') dataSet.issues.push({ place, reason: picture })
      else dataSet.tables[0]?.rows.push({ row: picture, place })
    }
    return dataSet
  },
}

/**
 * @param content of the file, or why it is not readable
 * @returns its row, or what is wrong with it
 */
function pictureOf(name: string, content: Buffer | string): Row | string {
  if (!pictureName.test(name))
    return 'must be named <name>.svg, the name of 1 to 100 letters, digits, hyphens or underscores'
  if (typeof content === 'string') return `is not readable: ${content}`
  if (content.length > maxBytes) return `has ${content.length} bytes; at most ${maxBytes} are allowed`
  if (!content.includes('<svg')) return 'is not an SVG'
  return { name, mediaType: 'image/svg+xml', content: `\\x${content.toString('hex')}` }
}
