import sanitizeHtml from 'sanitize-html'

/** Marks that texts about products need; what is between other marks stays, but for scripts, styles and the like. */
const allowedTags = [
  'p',
  'div',
  'span',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'code',
  'a',
  'strong',
  'b',
  'em',
  'i',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'mark',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
]

const rules: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href', 'title', 'rel'], th: ['colspan', 'rowspan', 'scope'], td: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'xmp', 'iframe', 'noembed', 'noframes', 'title'],
  // A link leads out of the store: the other page learns nothing, gets no hold of ours, and no rank by it.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
}

/**
 * The safe part of a description that an administrator wrote (docs/contract/admin.md#products): text markup, lists, tables and
 * links; no script, style, event handler, form, image or frame.
 *
 * @returns null where nothing is left
 */
export const safeHtml = (html: string): string | null => sanitizeHtml(html, rules).trim() || null
