import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The blocks of code of a page in one language, in their order: `sh`, `js`, `json`. */
export function codeOf(page: string, language: string): string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../${page}`, import.meta.url)), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
}

/** Code of a page for the servers of a test instead of the local ones. Throws when it does not contain one that is replaced. */
export const adapted = (code: string, replacements: Record<string, string>): string =>
  Object.entries(replacements).reduce((text, [local, ours]) => {
    if (!text.includes(local)) throw new Error(`The code does not contain ${local}.`)
    return text.replaceAll(local, ours)
  }, code)
