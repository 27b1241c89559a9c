import { z } from 'zod'

/** The cells of a row by the path of their column. */
type Cells = Readonly<Record<string, string>>

/**
 * How one part of an element becomes cells; `numbers` are the paths of numbers. `rowsOf` gives one row unless the part has a list
 * with rows of its own.
 */
type Part = { paths: readonly string[]; numbers: readonly string[]; hasRows: boolean; rowsOf(value: unknown): Cells[] }

/** Lists whose elements have a row each, by their field (docs/contract/admin.md#csv). */
const listsOfRows = ['picks', 'zones', 'rentals', 'nights']

/** A table of a list: the paths of its columns, and the rows of an element. */
export type CsvTable = { header: string[]; rowsOf(element: unknown): string[][] }

/**
 * The table of a list whose elements have a schema (docs/contract/admin.md#csv).
 *
 * @param schema of one element, as the list declares it
 */
export function csvTable(schema: z.ZodType): CsvTable {
  const part = partOf(schema, '', '')
  const header = [...part.paths]
  const cellOf = (path: string, text: string) => (part.numbers.includes(path) ? text : keptAsText(text))
  const rowsOf = (element: unknown) =>
    part.rowsOf(element).map(cells => header.map(path => cellOf(path, cells[path] ?? '')))
  return { header, rowsOf }
}

function partOf(declared: z.core.$ZodType, name: string, path: string): Part {
  const schema = innermost(declared)
  if (schema instanceof z.ZodObject) return objectPart(schema, path)
  if (schema instanceof z.ZodArray) return arrayPart(partOf(schema.element, '', path), name)
  const numbers = isNumeric(schema) ? [path] : []
  return { paths: [path], numbers, hasRows: false, rowsOf: value => [{ [path]: textOf(value) }] }
}

function objectPart(schema: z.ZodObject, path: string): Part {
  const fields = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    part: partOf(field, name, path === '' ? name : `${path}.${name}`),
  }))
  return {
    paths: fields.flatMap(({ part }) => part.paths),
    numbers: fields.flatMap(({ part }) => part.numbers),
    hasRows: fields.some(({ part }) => part.hasRows),
    rowsOf(value) {
      if (!isRecord(value)) return [{}]
      const given = fields.map(({ name, part }) => ({ part, rows: part.rowsOf(value[name]) }))
      const around = Object.assign({}, ...given.flatMap(({ part, rows }) => (part.hasRows ? [] : rows)))
      const own = given.flatMap(({ part, rows }) => (part.hasRows ? rows : []))
      return own.length === 0 ? [around] : own.map(row => ({ ...around, ...row }))
    },
  }
}

function arrayPart(element: Part, name: string): Part {
  const hasRows = element.hasRows || listsOfRows.includes(name)
  return {
    paths: element.paths,
    numbers: hasRows ? element.numbers : [],
    hasRows,
    rowsOf(value) {
      const rows = Array.isArray(value) ? value.flatMap(each => element.rowsOf(each)) : []
      if (hasRows) return rows
      return [Object.fromEntries(element.paths.map(path => [path, rows.map(row => row[path] ?? '').join('; ')]))]
    },
  }
}

/** A schema without what makes it optional, nullable, a default or transformed. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return innermost(schema.unwrap())
  return schema instanceof z.ZodPipe ? innermost(schema.out) : schema
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Whether cells of a field are numbers: what JSON has as a number, and texts that are decimals only, such as money and rates. */
function isNumeric(schema: z.core.$ZodType): boolean {
  const takes = (text: string) => z.safeParse(schema, text).success
  return (
    schema instanceof z.ZodNumber ||
    (schema instanceof z.ZodString && !takes('x') && (takes('0.00') || takes('0.0000')))
  )
}

/** Signs with which a formula begins, also in full width, after white space, which some spreadsheets skip. */
const formula = /^\s*[=+\-@＝＋－＠]/

/** What a spreadsheet reads as nothing but text, although it has digits: a UUID, and a timestamp with its zone. */
const plain = /^(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/

/** What can be quoted within a formula: a single line, for LibreOffice, of a length that Excel takes. */
const quotable = /^.{0,255}$/

/**
 * A text as a cell that a spreadsheet keeps (docs/contract/admin.md#csv): LibreOffice, Excel and gnumeric take `="0912"` for that
 * text. Without a digit or a sign of a formula nothing could be read as a number, a date or a formula.
 */
function keptAsText(text: string): string {
  const isRead = formula.test(text) || (/\p{N}/u.test(text) && !plain.test(text)) || /^(?:true|false)$/i.test(text)
  if (!isRead) return text
  if (quotable.test(text)) return `="${text.replaceAll('"', '""')}"`
  return formula.test(text) || /^[\d ,.]+$/.test(text) ? `'${text}` : text
}
