import { toColumn } from '@campstore/database/column-list'
import { z } from 'zod'

/**
 * SQL of a row as the JSON of a schema of the contract: each field is a column of its name, and each text is cast to a text, such
 * as an amount.
 *
 * @param table goes in front of each column
 * @param others SQL of the fields that are no column of their name
 */
export function contractJson(table: string, { shape }: z.ZodObject, others: Readonly<Record<string, string>> = {}) {
  const fields = Object.entries(shape).map(([field, schema]) => {
    const isText = (schema instanceof z.ZodNullable ? schema.unwrap() : schema) instanceof z.ZodString
    const column = `${table}.${toColumn(field)}${isText ? '::text' : ''}`
    return `'${field}', ${others[field] ?? column}`
  })
  return `json_build_object(${fields.join(', ')})`
}

/** SQL of the id and the name of an administrator, as JSON. */
export const administratorJson = (id: string): string =>
  `json_build_object('id', ${id}, 'name', (select name from admin.administrator_name where administrator_name.id = ${id}))`
