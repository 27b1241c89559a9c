import { pictureName } from '../fields.ts'
import type { FileKind } from '../record-type.ts'
import { svgIssues } from '../svg.ts'

/** Drawings of products, one SVG file each; the products service gives them out. */
export const pictures: FileKind = {
  folder: 'pictures',
  title: 'Pictures of products',
  names: { pattern: pictureName, told: '<name>.svg, the name of 1 to 100 letters, digits, hyphens or underscores' },
  largest: 65_536,
  target: {
    name: 'pictures',
    table: 'catalog.image',
    columns: { name: 'text', mediaType: 'text', content: 'bytea' },
    key: ['name'],
    rowsPerStatement: 100,
  },
  read(name, content) {
    const reasons = svgIssues(content)
    if (reasons.length > 0) return { reasons }
    return { row: { name, mediaType: 'image/svg+xml', content: `\\x${content.toString('hex')}` } }
  },
}
