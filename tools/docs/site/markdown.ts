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

// What is wider than a phone scrolls by itself, also by keyboard.
markdown.renderer.rules.table_open = () =>
  '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n'
markdown.renderer.rules.table_close = () => '</table>\n</div>\n'
const renderFence = markdown.renderer.rules.fence
markdown.renderer.rules.fence = (...all) =>
  renderFence?.(...all).replace('<pre>', '<pre tabindex="0" role="group" aria-label="Code">') ?? ''

/**
 * A Markdown document as HTML, with the anchors of GitHub. A link to a file that is not served becomes plain text.
 *
 * @param from the document's path in the repository, which its links begin at
 */
export function renderMarkdown(text: string, from: string): { title: string; content: Html } {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? ''
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''), {})
  for (const { children } of tokens) if (children) leadLinks(children, from)
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
