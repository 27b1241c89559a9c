import { DOMSerializer, type MarkSpec, type Node, type NodeSpec, DOMParser as Reader, Schema } from 'prosemirror-model'

type Element = Omit<NodeSpec, 'attrs'> & { kept?: readonly string[] }

/** An element of the same tag in HTML, with the attributes that are kept. */
const element = (tag: string, { kept = [], ...spec }: Element = {}): NodeSpec => ({
  ...spec,
  attrs: Object.fromEntries(kept.map(name => [name, { default: null }])),
  parseDOM: [
    {
      tag,
      preserveWhitespace: spec.code && 'full',
      getAttrs: at => Object.fromEntries(kept.map(name => [name, at.getAttribute(name)])),
    },
  ],
  toDOM: ({ attrs }) => (spec.content === undefined ? [tag] : [tag, attrs, 0]),
})

const mark = (tag: string, ...others: readonly string[]): MarkSpec => ({
  parseDOM: [tag, ...others].map(tag => ({ tag })),
  toDOM: () => [tag, 0],
})

/** The specifications of some tags. `Object.fromEntries` forgets the names. */
const each = <Tag extends string, Spec>(tags: readonly Tag[], specOf: (tag: Tag) => Spec) =>
  Object.fromEntries(tags.map(tag => [tag, specOf(tag)])) as Record<Tag, Spec>
const elements = <Tag extends string>(tags: readonly Tag[], spec: Element) => each(tags, tag => element(tag, spec))

const cell = { content: 'block+', isolating: true }

/** The elements that the API keeps in a description (docs/contract/admin.md#products); `div` and `span` only group. */
export const richText = new Schema({
  nodes: {
    doc: { content: 'block+' },
    text: { group: 'inline' },
    ...elements(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'], { content: 'inline*', group: 'block' }),
    pre: element('pre', { content: 'inline*', group: 'block', code: true }),
    blockquote: element('blockquote', { content: 'block+', group: 'block' }),
    hr: element('hr', { group: 'block' }),
    ...elements(['ul', 'ol'], { content: 'li+', group: 'block' }),
    li: element('li', { content: 'block+', defining: true }),
    dl: element('dl', { content: '(dt | dd)+', group: 'block' }),
    ...elements(['dt', 'dd'], { content: 'block+', defining: true }),
    table: element('table', { content: '(caption | thead | tbody | tfoot)+', group: 'block', isolating: true }),
    caption: element('caption', { content: 'inline*', isolating: true }),
    ...elements(['thead', 'tbody', 'tfoot'], { content: 'tr+' }),
    tr: element('tr', { content: '(th | td)+' }),
    th: element('th', { ...cell, kept: ['colspan', 'rowspan', 'scope'] }),
    td: element('td', { ...cell, kept: ['colspan', 'rowspan'] }),
    br: element('br', { inline: true, group: 'inline', selectable: false }),
  },
  marks: {
    a: {
      attrs: { href: {}, title: { default: null } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs(at) {
            const [href, title] = [at.getAttribute('href') ?? '', at.getAttribute('title')]
            return /^(?!(?:https?|mailto|tel):)[\w+.-]+:/i.test(href) ? false : { href, title }
          },
        },
      ],
      toDOM: ({ attrs }) => ['a', attrs, 0],
    },
    strong: mark('strong', 'b'),
    em: mark('em', 'i'),
    ...each(['u', 's', 'small', 'sub', 'sup', 'mark', 'code'], tag => mark(tag)),
  },
})

/** Reads HTML, or a text whose lines are paragraphs. */
export function readHtml(html: string): Node {
  const marked = /<\w/.test(html) ? html : html.replace(/.+/g, '<p>$&</p>')
  return Reader.fromSchema(richText).parse(new DOMParser().parseFromString(marked, 'text/html').body)
}

/** Cells and items of one paragraph are written without it. */
const onlyParagraphs = ':is(li, dt, dd, th, td) > p:only-of-type'

/** The HTML of a text; null if it is empty. */
export function htmlOf(text: Node): string | null {
  if (text.textContent.trim() === '') return null
  const { body } = document.implementation.createHTMLDocument()
  body.append(DOMSerializer.fromSchema(richText).serializeFragment(text.content))
  for (const paragraph of body.querySelectorAll(onlyParagraphs)) paragraph.replaceWith(...paragraph.childNodes)
  return body.innerHTML
}
