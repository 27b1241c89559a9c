import sanitizeHtml from 'sanitize-html'

/** Elements that descriptions need. The content of other elements stays, except in scripts, styles and the like. */
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
  // Links lead out of the store: the other page must not learn the referrer, reach our window, or gain rank.
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener noreferrer nofollow' }) },
}

/**
 * Removes unsafe HTML from a description that an administrator wrote (docs/contract/admin.md#products). Text markup, lists,
 * tables and links stay; scripts, styles, event handlers, forms, images and frames go.
 *
 * @returns null where nothing is left
 */
export const safeHtml = (html: string): string | null => sanitizeHtml(html, rules).trim() || null
