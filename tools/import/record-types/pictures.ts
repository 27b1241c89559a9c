import { pictureName } from '../fields.ts'
import type { FileRecordType } from '../record-type.ts'
import { svgIssues } from '../svg.ts'

/** Pictures of products, one SVG file each, which the products service serves. */
export const pictures: FileRecordType = {
  folder: 'pictures',
  title: 'Pictures of products',
  names: {
    pattern: pictureName,
    description: '<name>.svg, the name of 1 to 100 letters, digits, hyphens or underscores',
  },
  maxBytes: 65_536,
  target: {
    name: 'pictures',
    table: 'catalog.image',
    columns: ['name', 'mediaType', 'content'],
    key: ['name'],
    rowsPerStatement: 100,
  },
  read(name, content) {
    const reasons = svgIssues(content)
    if (reasons.length > 0) return { reasons }
    return { row: { name, mediaType: 'image/svg+xml', content: `\\x${content.toString('hex')}` } }
  },
}
