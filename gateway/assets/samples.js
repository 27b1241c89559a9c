// How an operation of the API is called by curl and by the client, from the examples of the OpenAPI document.

/**
 * The samples of an operation, by the name of the language.
 *
 * @param api the OpenAPI document
 * @param url address of the gateway
 */
export function samplesOf(api, path, method, url) {
  const operation = api.paths[path][method]
  const request = requestOf(api, path, operation)
  const samples = { curl: curl(request, method.toUpperCase(), url) }
  return isInClient(operation) ? { ...samples, TypeScript: typeScript(request, operation, url) } : samples
}

/** The example of a request: its fields by place, and its body. */
function requestOf(api, path, { parameters = [], requestBody, security = [] }) {
  const wanted = parameters.filter(({ in: place, required }) => place === 'path' || (place === 'query' && required))
  const fields = Object.fromEntries(wanted.map(each => [each.name, exampleOf(api, each)]))
  const query = new URLSearchParams(wanted.filter(each => each.in === 'query').map(({ name }) => [name, fields[name]]))
  const [mediaType] = Object.keys(requestBody?.content ?? {})
  return {
    target:
      path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(fields[name])) + (query.size > 0 ? `?${query}` : ''),
    fields,
    mediaType,
    body: mediaType === 'application/json' ? withOwnKey(requestBody.content[mediaType].example ?? {}) : undefined,
    scheme: Object.keys(security[0] ?? {})[0],
  }
}

/** The header with which a request proves who sends it, by the name of the security scheme. */
const credentials = { idToken: 'authorization: Bearer $token', paymentSignature: 'x-signature: t=$time,v1=$digest' }

/** A body whose idempotency key nobody else has copied. Pages without HTTPS have no `randomUUID`. */
const withOwnKey = body =>
  'idempotencyKey' in body && crypto.randomUUID ? { ...body, idempotencyKey: crypto.randomUUID() } : body

function exampleOf(api, { name, example, schema = {} }) {
  const known = example ?? schema.example ?? schema.default ?? schema.enum?.[0]
  if (known !== undefined) return String(known)
  if (schema.$ref?.endsWith('/PlainDate')) return dateIn(api)
  return `<${name}>`
}

/** A date that the examples have, which the gateway keeps in the future. */
const dateIn = api =>
  api.paths['/api/booking/check-availability'].post.requestBody.content['application/json'].example.checkIn

/** A text between single quotes of a shell. */
const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`

function curl({ target, mediaType, body, scheme }, method, url) {
  const parts = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(url + target)}`,
    ...(scheme ? [`-H "${credentials[scheme]}"`] : []),
    ...(mediaType ? [`-H ${quoted(`content-type: ${mediaType}`)}`] : []),
    ...(body ? [`-d ${quoted(JSON.stringify(body, null, 2))}`] : []),
    ...(mediaType && !body ? ['--data-binary @picture.png'] : []),
  ]
  return parts.join(' \\\n  ')
}

/** The client has the operations of members and staff that answer with JSON, or without a body. */
const isInClient = ({ 'x-area': area, security, responses }) =>
  area &&
  !security?.[0]?.paymentSignature &&
  Object.entries(responses).some(
    ([status, { content }]) => status.startsWith('2') && (!content || 'application/json' in content),
  )

function typeScript({ fields, mediaType, body, scheme }, operation, url) {
  const given = JSON.stringify({ ...fields, ...body }, null, 2).replace(/^( *)"(\w+)":/gm, '$1$2:')
  const text = mediaType && !body ? '{ file }' : given === '{}' ? '' : given
  return `import { createClient } from '@campstore/client'

const campstore = createClient({ url: '${url}'${scheme ? ', token: () => token' : ''} })
const answer = await campstore.${operation['x-area']}.${operation.operationId}(${text})`
}
