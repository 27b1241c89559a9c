const drawing = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan linearGradient radialGradient
   stop clipPath mask pattern`.split(/\s+/),
)

const maximalFlaws = 5

const token = /<!--[\s\S]*?-->|<(\/?)([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+|</g
const attribute = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const entity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/

/**
 * What keeps an SVG from being given out: it must be one drawing, well-formed, that runs nothing and loads nothing. Told is
 * what is wrong, up to five things; an empty list means that the drawing is fine. Only what drawings need is let through, so
 * that nobody has to know everything that SVG can do.
 */
export function svgIssues(content: Buffer): string[] {
  const text = decoded(content)
  if (text === undefined) return ['is not UTF-8']
  const body = text.replace(/^\uFEFF?\s*(?:<\?xml\s[^<>]*\?>)?/, '')
  if (/<[!?](?!--)/.test(body)) return ['has a declaration or an instruction (<! or <?), which a drawing needs not']
  return [...new Set(flawsOfElements(body))].slice(0, maximalFlaws)
}

function decoded(content: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    return undefined
  }
}

function flawsOfElements(body: string): string[] {
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
      issues.push('is no SVG: <svg xmlns="…"> must be around all')
    if (!drawing.has(name)) issues.push(`has <${name}>, which is no part of a drawing`)
    issues.push(...flawsOfAttributes(attributes))
    if (!empty) open.push(name)
  }
  return open.length > 0 || roots !== 1 ? [...issues, notWellFormed] : issues
}

const notWellFormed = 'is not well-formed XML'

const isSvg = (attributes: string): boolean => /\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes)

function flawsOfAttributes(attributes: string): string[] {
  const names = new Set<string>()
  return [...attributes.matchAll(attribute)].flatMap(([, name = '', double, single]) => {
    const value = double ?? single ?? ''
    if (names.has(name) || entity.test(value)) return [notWellFormed]
    names.add(name)
    return flawOfAttribute(name, value)
  })
}

function flawOfAttribute(name: string, value: string): string[] {
  if (/^on/i.test(name)) return [`has ${name}="…", which would run a script`]
  if (/^(?:xlink:)?href$/i.test(name) && !value.startsWith('#'))
    return [`has ${name}="${value.slice(0, 60)}": only #… is inside`]
  // A style may be spelt with escapes, and a reference outside with entities: neither is needed.
  if (name === 'style' && /[\\&@]/.test(value)) return ['has a style with an escape or an @-rule']
  const outside = /url\s*\(\s*(?!["']?#)/i.test(value.replaceAll(/&[^;]*;/g, ''))
  return outside ? [`has ${name} with a url(…) that is not inside`] : []
}
