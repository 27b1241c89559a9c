import sanitizeHtml from 'sanitize-html'

const blocks = ['p', 'div', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre']
const inline = ['span', 'br', 'a', 'code', 'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'mark']
const lists = ['ul', 'ol', 'li', 'dl', 'dt', 'dd']
const tables = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']

const rules: sanitizeHtml.IOptions = {
  // Elements that descriptions need. The content of other elements stays, except in scripts, styles and the like.
  allowedTags: [...blocks, ...inline, ...lists, ...tables],
  allowedAttributes: { a: ['href', 'title', 'rel'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes', 'title'],
  transformTags: {
    // Links lead out of the store: the other page must not learn the referrer, reach our window, or gain rank.
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...accepted(attributes), rel: 'noopener noreferrer nofollow' },
    }),
    th: (tagName, attributes) => ({ tagName, attribs: accepted(attributes) }),
    td: (tagName, attributes) => ({ tagName, attribs: accepted(attributes) }),
  },
}

/** The attributes without a value that is not accepted, in their order. */
const accepted = (attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([name, value]) => isAccepted.get(name)?.(value) ?? true))

/** Columns or rows of a cell, 1 to 100: a browser reserves room for each. */
const isSpan = (value: string): boolean => /^[1-9]\d?$|^100$/.test(value)

/**
 * Whether everyone reads an address in the same way, and it leads where it seems to: without user, backslash, white space and control
 * characters, with its slashes, or within the store.
 */
function isPlainAddress(href: string): boolean {
  const store = 'https://store.invalid'
  if (/[\\\s\p{C}\uFFFD]/u.test(href) || !URL.canParse(href, store)) return false
  const { protocol, origin, username, password } = new URL(href, store)
  if (username !== '' || password !== '') return false
  return origin === store ? !/^\w+:/.test(href) : !/^https?:$/.test(protocol) || /^https?:\/\/[^/]/i.test(href)
}

/** Attributes whose value matters. */
const isAccepted = new Map<string, (value: string) => boolean>([
  ['href', isPlainAddress],
  ['scope', value => /^(?:row|col)(?:group)?$/.test(value)],
  ['colspan', isSpan],
  ['rowspan', isSpan],
])

/**
 * Removes unsafe HTML from a description that an administrator wrote (docs/contract/admin.md#products). Text markup, lists,
 * tables and links stay; scripts, styles, event handlers, forms, images and frames go. Returns null where nothing is left.
 */
export const safeHtml = (html: string): string | null => sanitizeHtml(html, rules).trim() || null
