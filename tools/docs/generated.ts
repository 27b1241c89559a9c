import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The project's root folder. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** A generated file as it is and as it should be. */
export type Generated = { file: string; current: string; rendered: string }

/**
 * Compares a file, which need not exist, with what it should be.
 *
 * @param path in the project
 * @param render makes what it should be of what it is
 */
export function generated(path: string, render: (current: string) => string): Generated {
  const file = `${root}${path}`
  const current = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return { file, current, rendered: render(current) }
}

/** Compares a JSON document, laid out as `JSON.stringify` does it. */
export const generatedJson = (path: string, content: unknown): Generated =>
  generated(path, () => `${JSON.stringify(content, null, 2)}\n`)
