import { existsSync, readFileSync } from 'node:fs'

/** A generated file as it is and as it should be. */
export type Generated = { file: string; current: string; rendered: string }

/** Compares a file, which need not exist, with what it should be. */
export const generated = (file: string, rendered: string): Generated => ({
  file,
  current: existsSync(file) ? readFileSync(file, 'utf8') : '',
  rendered,
})

/** A JSON document, laid out as `JSON.stringify` does it. */
export const generatedJson = (file: string, content: unknown): Generated =>
  generated(file, `${JSON.stringify(content, null, 2)}\n`)
