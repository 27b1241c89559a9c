import { dirname, join } from 'node:path/posix'
import MarkdownIt, { type Token } from 'markdown-it'
import anchor from 'markdown-it-anchor'

/** The anchor that GitHub gives a heading: lower case, hyphens for spaces, no punctuation. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/**
 * The address of a page for a link of a document; undefined for files that are not served.
 *
 * @param from the document's path in the repository
 */
export function addressOf(from: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target
  const [path = '', fragment] = target.split('#')
  const [, page] = /^(docs\/(?:guides|contract)\/.+)\.md$/.exec(join(dirname(from), path)) ?? []
  if (page === undefined) return undefined
  return `/${page.replace(/\/README$/, '')}${fragment === undefined ? '' : `#${fragment}`}`
}

/** Comments mark the generated tables. They, and the `<br>` of a cell, are all the HTML that the documents have. */
const markdown = new MarkdownIt({ html: true }).use(anchor, { slugify: anchorOf, tabIndex: false })

/** A text with the characters that have a meaning in HTML escaped. */
export const { escapeHtml } = markdown.utils

// What is wider than its page scrolls by itself, also by keyboard.
const { rules } = markdown.renderer
rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n'
rules.table_close = () => '</table>\n</div>\n'
const renderFence = rules.fence
rules.fence = (...all) =>
  renderFence?.(...all).replace('<pre>', '<pre tabindex="0" role="group" aria-label="Code">') ?? ''

/** From so many sections on, a page has a table of contents. */
const leastSections = 3

/**
 * A Markdown document as HTML, with the anchors of GitHub. A link to a file that is not served becomes plain text.
 *
 * @param from the document's path in the repository, which its links begin at
 */
export function renderMarkdown(text: string, from: string): { title: string; content: string } {
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''), {})
  for (const { children } of tokens) if (children) leadLinks(children, from)
  const sections = headings(tokens, 'h2').map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>\n`)
  const contents = `<details>\n<summary>On this page</summary>\n<ul>\n${sections.join('')}</ul>\n</details>\n`
  const content = markdown.renderer.render(tokens, markdown.options, {})
  return {
    title: headings(tokens, 'h1')[0]?.title ?? '',
    content: sections.length < leastSections ? content : content.replace('</h1>\n', `$&${contents}`),
  }
}

/** Points the links of a line to the pages of their files, and hides links without a page. */
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

/** The headings of a level, with their text as HTML. */
const headings = (tokens: Token[], level: 'h1' | 'h2'): { id: string; title: string }[] =>
  tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open' || token.tag !== level) return []
    const text = tokens[index + 1]?.children?.map(({ content }) => content).join('') ?? ''
    return { id: String(token.attrGet('id')), title: escapeHtml(text) }
  })
