import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import MarkdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anchorOf } from '../../tools/docs/site/markdown.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The files of the repository that git knows or would add, by their path from the root. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => /\.(ts|mjs|js|md|sql|json|yml|yaml|sh)$/.test(file) && existsSync(join(root, file)))

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

const documents = files.filter(file => file.endsWith('.md'))
const code = files.filter(file => !file.startsWith('test/documents/'))

const markdown = new MarkdownIt().use(anchor, { slugify: anchorOf })
const parsed = new Map(documents.map(file => [file, markdown.parse(read(file), {})]))

/** What an attribute says of the parts of a document that have it: the anchors of its headings, the targets of its links. */
const attributesOf = (file: string, name: 'id' | 'href'): string[] =>
  (parsed.get(file) ?? [])
    .flatMap(token => [token, ...(token.children ?? [])])
    .map(token => token.attrGet(name))
    .filter(value => typeof value === 'string')

/** Whether a path from the root, with an anchor or without, leads to a file and a heading of it. */
function leadsSomewhere(target: string): boolean {
  const [path = '', anchor] = target.split('#')
  if (!existsSync(join(root, path))) return false
  return anchor === undefined || attributesOf(path, 'id').includes(anchor)
}

/** Matches of a pattern in the lines of a file, as `file:line: match`. */
function occurrences(file: string, pattern: RegExp): { at: string; match: string }[] {
  return read(file)
    .split('\n')
    .flatMap((line, index) => [...line.matchAll(pattern)].map(([match]) => ({ at: `${file}:${index + 1}`, match })))
}

describe('citations', () => {
  test('of documents lead to a heading that exists', () => {
    const lost = code.flatMap(file =>
      occurrences(file, /\bdocs\/[\w/-]+\.md(?:#[\w-]+)?/g).filter(({ match }) => !leadsSomewhere(match)),
    )
    expect(lost).toEqual([])
  })

  test('of decisions name one that exists', () => {
    const decisions = attributesOf('docs/decisions.md', 'id').map(anchor => Number.parseInt(anchor, 10))
    const lost = code.flatMap(file =>
      occurrences(file, /(?<=docs\/decisions\.md`?, )\d+/g).filter(({ match }) => !decisions.includes(Number(match))),
    )
    expect(lost).toEqual([])
  })

  test.each(documents)('relative links of %s lead somewhere', file => {
    const lost = attributesOf(file, 'href').filter(target => {
      if (/^[a-z]+:/.test(target)) return false
      const path = target.startsWith('#') ? `${file}${target}` : normalize(join(dirname(file), target))
      return !leadsSomewhere(path)
    })
    expect(lost).toEqual([])
  })

  test('of code lead to a file or folder that exists', () => {
    const paths = /(?<=`)(?:gateway|libs|services|test|tools)\/[\w./-]+(?=`)/g
    const lost = documents.flatMap(file =>
      occurrences(file, paths).filter(({ match }) => !existsSync(join(root, match))),
    )
    expect(lost).toEqual([])
  })

  test('of commands name a script of package.json', () => {
    const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(read('package.json')))
    const commands = /(?<=npm run (?:--silent )?)[a-z][\w:-]*/g
    const lost = documents.flatMap(file => occurrences(file, commands).filter(({ match }) => !(match in scripts)))
    expect(lost).toEqual([])
  })
})
