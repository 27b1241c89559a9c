const drawing = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient
   stop clipPath mask pattern`.split(/\s+/),
)

const maxIssues = 5

const token = /<!--[\s\S]*?-->|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/

/**
 * Checks that an SVG is one well-formed drawing without scripts and external resources. Only elements that drawings need are
 * allowed, so that the check does not depend on knowing all of SVG.
 *
 * @returns up to five issues; empty when the drawing is safe to serve
 */
export function svgIssues(content: Buffer): string[] {
  const text = decoded(content)
  if (text === undefined) return ['is not UTF-8']
  const body = text.replace(/^\uFEFF?\s*(?:<\?xml\s[^<>]*\?>)?/, '')
  if (/<[!?](?!--)/.test(body)) return ['has a declaration or an instruction (<! or <?), which is not allowed']
  return [...new Set(elementIssues(body))].slice(0, maxIssues)
}

function decoded(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

function elementIssues(body: string): string[] {
  const issues: string[] = []
  const open: string[] = []
  let roots = 0
  for (const [all, end, name, attributes = '', empty] of body.matchAll(token)) {
    if (name === undefined) {
      if (all.startsWith('<!--')) continue
      if (all === '<' || entity.test(all) || (open.length === 0 && all.trim() !== '')) return [...issues, notWellFormed]
      continue
    }
    if (end) {
      if (open.pop() !== name) return [...issues, notWellFormed]
      continue
    }
    if (open.length === 0) roots += 1
    if (open.length === 0 && !(name === 'svg' && isSvg(attributes)))
      issues.push('is not an SVG: the root element must be <svg xmlns="…">')
    if (!drawing.has(name)) issues.push(`has <${name}>, which is not allowed in a drawing`)
    issues.push(...attributeIssues(attributes))
    if (!empty) open.push(name)
  }
  return open.length > 0 || roots !== 1 ? [...issues, notWellFormed] : issues
}

const notWellFormed = 'is not well-formed XML'

const isSvg = (attributes: string): boolean => /\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes)

function attributeIssues(attributes: string): string[] {
  const names = new Set<string>()
  return [...attributes.matchAll(attribute)].flatMap(([, name = '', double, single]) => {
    const value = double ?? single ?? ''
    if (names.has(name) || entity.test(value)) return [notWellFormed]
    names.add(name)
    return attributeIssue(name, value)
  })
}

function attributeIssue(name: string, value: string): string[] {
  if (/^on/i.test(name)) return [`has ${name}="…", which would run a script`]
  if (/^(?:xlink:)?href$/i.test(name) && !value.startsWith('#'))
    return [`has ${name}="${value.slice(0, 60)}", but only references with # are allowed`]
  // Escapes in styles and entities in references could hide an external reference.
  if (name === 'style' && /[\\&@]/.test(value)) return ['has a style with an escape or an @-rule']
  const outside = /url\s*\(\s*(?!["']?#)/i.test(value.replaceAll(/&[^;]*;/g, ''))
  return outside ? [`has ${name} with an external url(…)`] : []
}
