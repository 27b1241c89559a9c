import { dirname, join } from 'node:path/posix'
import { raw } from 'hono/html'
import MarkdownIt, { type Token } from 'markdown-it'
import anchor from 'markdown-it-anchor'

/** A heading of a page, with the text below it up to the next one. */
export type PageSection = { level: number; id: string; title: string; text: string }

/** A Markdown document as HTML. */
type Rendered = { title: string; content: ReturnType<typeof raw>; sections: PageSection[] }

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

// What is wider than its page scrolls by itself, also by keyboard.
const { rules } = markdown.renderer
rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table">\n<table>\n'
rules.table_close = () => '</table>\n</div>\n'

/** The names of languages in which several blocks of code say the same. */
const sampleNames: Readonly<Record<string, string>> = {
  sh: 'curl',
  ts: 'TypeScript',
  js: 'JavaScript',
  python: 'Python',
}

const sampleOf = (token: Token | undefined): string | undefined =>
  token?.type === 'fence' ? sampleNames[token.info] : undefined

const renderFence = rules.fence
rules.fence = (tokens, index, ...others) => {
  const code =
    renderFence?.(tokens, index, ...others).replace('<pre>', '<pre tabindex="0" role="group" aria-label="Code">') ?? ''
  const [before, here, after] = [index - 1, index, index + 1].map(place => sampleOf(tokens[place]))
  if (here === undefined || (before === undefined && after === undefined)) return code
  let first = index
  while (sampleOf(tokens[first - 1]) !== undefined) first -= 1
  const isOpen = first === index ? ' open' : ''
  const sample = `<details name="sample-${first}"${isOpen}><summary>${here}</summary>\n${code}</details>\n`
  return `${before === undefined ? '<div class="samples">\n' : ''}${sample}${after === undefined ? '</div>\n' : ''}`
}

// A path or a field is broken where it has parts, and a word nowhere.
const renderCode = rules.code_inline
rules.code_inline = (...all) => renderCode?.(...all).replace(/(?<=[\w}])[/.](?=[\w{])/g, '$&<wbr>') ?? ''

/**
 * A Markdown document as HTML, with the anchors of GitHub. A link to a file that is not served becomes plain text.
 *
 * @param from the document's path in the repository, which its links begin at
 */
export function renderMarkdown(text: string, from: string): Rendered {
  const tokens = markdown.parse(text.replace(/<!--[\s\S]*?-->\n?/g, ''), {})
  for (const { children } of tokens) if (children) leadLinks(children, from)
  const sections = sectionsOf(tokens)
  const content = raw(markdown.renderer.render(tokens, markdown.options, {}))
  return { title: sections[0]?.title ?? '', content, sections }
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

/** The sections of a document by its headings, in their order. */
function sectionsOf(tokens: Token[]): PageSection[] {
  const sections: PageSection[] = []
  for (const [index, token] of tokens.entries()) {
    const { type, tag, children } = token
    const text = children ? children.map(({ content }) => content).join('') : token.content
    const last = sections.at(-1)
    if (type === 'heading_open') {
      sections.push({ level: Number(tag.slice(1)), id: String(token.attrGet('id')), title: '', text: '' })
    } else if (last && tokens[index - 1]?.type === 'heading_open') last.title = text
    else if (last && (type === 'inline' || type === 'fence')) last.text += `${text.replace(/\s+/g, ' ')} `
  }
  return sections
}
