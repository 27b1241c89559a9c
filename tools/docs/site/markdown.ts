import { dirname, join } from 'node:path/posix'
import { raw } from 'hono/html'
import MarkdownIt, { type Token } from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { anchorOf } from './anchors.ts'
import type { Html } from './layout.ts'

/** Where the folders of documents are served. */
const served: Readonly<Record<string, string>> = { 'docs/guides': '/docs/guides', 'docs/contract': '/docs/contract' }

/**
 * The address of a page for a link of a document; undefined for files that are not served.
 *
 * @param from the document's path in the repository
 */
export function addressOf(from: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [path = '', fragment] = target.split('#')
  const file = join(dirname(from), path)
  const address = served[dirname(file)]
  if (address === undefined || !file.endsWith('.md')) return undefined
  const name = file.slice(dirname(file).length + 1, -'.md'.length)
  const page = name === 'README' ? address : `${address}/${name}`
  return fragment === undefined ? page : `${page}#${fragment}`
}

/** Comments mark the generated tables. They, and the `<br>` of a cell, are all the HTML that the documents have. */
const markdown = new MarkdownIt({ html: true }).use(anchor, { slugify: anchorOf, tabIndex: false })

// What is wider than its page scrolls by itself, also by keyboard. On a phone the rows of a table are blocks, whose cells have the
// names of their columns; the roles tell them from other blocks.
const { rules } = markdown.renderer
rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table role="table">\n'
rules.table_close = () => '</table>\n</div>\n'

/** What a block of code is told apart by where several say the same, by the name of its language. */
const sampleNames: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
}

const renderFence = rules.fence
rules.fence = (tokens, index, ...others) => {
  const code =
    renderFence?.(tokens, index, ...others).replace('<pre>', '<pre tabindex="0" role="group" aria-label="Code">') ?? ''
  const [before, here, after] = [index - 1, index, index + 1].map(place => sampleOf(tokens[place]))
  if (here === undefined || (before === undefined && after === undefined)) return code
  const sample = `<div class="sample" data-name="${here}">\n<p class="language">${here}</p>\n${code}</div>\n`
  return `${before === undefined ? '<div class="samples">\n' : ''}${sample}${after === undefined ? '</div>\n' : ''}`
}

const sampleOf = (token: Token | undefined): string | undefined =>
  token?.type === 'fence' ? sampleNames[token.info] : undefined

// A path or a field is broken where it has parts, and a word nowhere.
const renderCode = rules.code_inline
rules.code_inline = (...all) => renderCode?.(...all).replace(/(?<=[\w}])[/.](?=[\w{])/g, '$&<wbr>') ?? ''

/**
 * A Markdown document as HTML, with the anchors of GitHub. A link to a file that is not served becomes plain text.
 *
 * @param from the document's path in the repository, which its links begin at
 */
export function renderMarkdown(text: string, from: string): { title: string; content: Html } {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''), {})
  for (const { children } of tokens) if (children) leadLinks(children, from)
  nameCells(tokens)
  return { title, content: raw(markdown.renderer.render(tokens, markdown.options, {})) }
}

/** Leads the links of a line to the pages of their files, and hides those that lead to none. */
function leadLinks(tokens: Token[], from: string): void {
  let hidden = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = addressOf(from, String(token.attrGet('href')))
      hidden = address === undefined
      if (address !== undefined) token.attrSet('href', address)
    }
    if (hidden && /^link_/.test(token.type)) token.hidden = true
  }
}

const roles: Readonly<Record<string, string>> = {
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
}

/** Gives each cell the name of its column, and the parts of a table their roles. */
function nameCells(tokens: Token[]): void {
  let names: string[] = []
  let column = 0
  for (const [index, token] of tokens.entries()) {
    const role = roles[token.type]
    if (role !== undefined) token.attrSet('role', role)
    if (token.type === 'thead_open') names = []
    if (token.type === 'tr_open') column = 0
    if (token.type === 'th_open') names.push(tokens[index + 1]?.content ?? '')
    if (token.type === 'td_open') {
      token.attrSet('data-column', names[column] ?? '')
      column += 1
    }
  }
}
