/** A part of a page. */
export type Html = { markup: string }

type Value = string | Html | readonly Html[] | undefined | false

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a part of a page from a template, and escapes each text in it. */
export const html = (template: TemplateStringsArray, ...values: Value[]): Html => ({
  markup: String.raw({ raw: template }, ...values.map(markupOf)),
})

function markupOf(value: Value): string {
  if (!value) return ''
  if (typeof value === 'string') return value.replace(/[&<>"']/g, character => entities[character] ?? '')
  return 'markup' in value ? value.markup : value.map(markupOf).join('')
}
