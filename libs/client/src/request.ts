/** The fields of a request by name, wherever they belong. */
export type Fields = Readonly<Record<string, unknown>>

/** The address and the body of a request. */
export type Target = { path: string; body: object | undefined }

/**
 * Puts the fields where they belong: path parameters into the path, the others into the query of a GET and into the
 * body of the rest. Fields that are undefined are left out; each element of an array is a query parameter.
 *
 * @param template path with `{names}`
 * @throws {TypeError} when an id of the path is missing, or would lead to another path
 */
export function targetOf(method: string, template: string, fields: Fields): Target {
  const names: string[] = []
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name)
    return segment(name, fields[name])
  })
  const others = Object.entries(fields).filter(([name, value]) => value !== undefined && !names.includes(name))
  if (method !== 'GET') {
    return { path, body: others.length > 0 ? Object.fromEntries(others) : undefined }
  }
  const query = new URLSearchParams()
  for (const [name, value] of others) for (const one of [value].flat()) query.append(name, String(one))
  // Not `query.size`: Safari before 17 and Chrome before 113 do not have it.
  const search = String(query)
  return { path: search === '' ? path : `${path}?${search}`, body: undefined }
}

/** `.` and `..` would be removed from the address together with the segment before them. */
function segment(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (['', '.', '..'].includes(text)) throw new TypeError(`${name} must be an id, not "${text}".`)
  return encodeURIComponent(text)
}
