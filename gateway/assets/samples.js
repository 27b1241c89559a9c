// How an operation of the API is called by curl, from TypeScript and from Python, from the examples of the OpenAPI document.

/**
 * The samples of an operation, by the name of the language.
 *
 * @param api the OpenAPI document
 * @param url address of the gateway
 */
export function samplesOf(api, path, method, url) {
  const operation = api.paths[path][method]
  const request = requestOf(api, path, method, operation)
  return { curl: curl(request, url), TypeScript: typeScript(request, operation, url), Python: python(request, url) }
}

/** The example of a request: its fields by place, and its body. */
function requestOf(api, path, method, { parameters = [], requestBody, security = [] }) {
  const wanted = parameters.filter(({ in: place, required }) => place === 'path' || (place === 'query' && required))
  const fieldsIn = place => wanted.filter(each => each.in === place).map(each => [each.name, exampleOf(api, each)])
  const pathFields = fieldsIn('path')
  const query = fieldsIn('query')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const [mediaType] = Object.keys(requestBody?.content ?? {})
  return {
    method: method.toUpperCase(),
    target: `${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(Object.fromEntries(pathFields)[name]))}${search}`,
    fields: Object.fromEntries([...pathFields, ...query]),
    mediaType,
    body: mediaType === 'application/json' ? withOwnKey(requestBody.content[mediaType].example ?? {}) : undefined,
    credential: credentials[Object.keys(security[0] ?? {})[0]],
  }
}

/** How a request proves who sends it, by the name of the security scheme: a header, and its value in each language. */
const credentials = {
  idToken: { header: 'authorization', curl: 'Bearer $token', js: `Bearer \${token}`, python: 'Bearer {token}' },
  paymentSignature: {
    header: 'x-signature',
    curl: 't=$time,v1=$digest',
    js: `t=\${time},v1=\${digest}`,
    python: 't={time},v1={digest}',
  },
}

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

const isFile = ({ mediaType, body }) => mediaType !== undefined && body === undefined

const indented = (text, spaces) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** A text between single quotes of a shell. */
const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`

function curl(request, url) {
  const { method, target, mediaType, body, credential } = request
  const parts = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${quoted(url + target)}`,
    ...(credential ? [`-H "${credential.header}: ${credential.curl}"`] : []),
    ...(mediaType ? [`-H ${quoted(`content-type: ${mediaType}`)}`] : []),
    ...(body ? [`-d ${quoted(JSON.stringify(body, null, 2))}`] : []),
    ...(isFile(request) ? ['--data-binary @picture.png'] : []),
  ]
  return parts.join(' \\\n  ')
}

const isForClient = ([status, { content = { 'application/json': {} } }]) =>
  status.startsWith('2') && 'application/json' in content

function typeScript(request, operation, url) {
  const { method, target, fields, body, credential } = request
  const area = operation['x-area']
  // The client has the operations of members and staff that answer with JSON, or without a body.
  const isCallable =
    area && credential !== credentials.paymentSignature && Object.entries(operation.responses).some(isForClient)
  if (!isCallable) {
    const options = credential
      ? `, {\n  method: '${method}',\n  headers: { '${credential.header}': \`${credential.js}\` },\n}`
      : ''
    return `const response = await fetch('${url}${target}'${options})`
  }
  const given = { ...fields, ...body }
  const text = isFile(request) ? '{ file }' : Object.keys(given).length > 0 ? literal(given, typeScriptStyle) : ''
  return `import { createClient } from '@campstore/client'

const campstore = createClient({ url: '${url}'${credential ? ', token: () => token' : ''} })
const answer = await campstore.${area}.${operation.operationId}(${text})`
}

function python(request, url) {
  const { method, target, mediaType, body, credential } = request
  const headers = [
    ...(credential ? [`'${credential.header}': f'${credential.python}'`] : []),
    ...(mediaType ? [`'content-type': '${mediaType}'`] : []),
  ]
  const content = body ? `json.dumps(${indented(literal(body, pythonStyle), 4)}).encode()` : "open('picture.png', 'rb')"
  const lines = [
    `'${url}${target}',`,
    ...(method === 'GET' ? [] : [`method='${method}',`]),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}},`] : []),
    ...(mediaType ? [`data=${content},`] : []),
  ]
  return `import json
from urllib.request import Request, urlopen

request = Request(
    ${lines.join('\n    ')}
)
with urlopen(request) as response:
    answer = json.loads(response.read() or 'null')`
}

const typeScriptStyle = { indent: 2, key: name => (/^\w+$/.test(name) ? name : string(name)), words: {} }
const pythonStyle = { indent: 4, key: name => string(name), words: { true: 'True', false: 'False', null: 'None' } }

/** A text between single quotes, in both languages. */
const string = text => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** A value as a program writes it. */
function literal(value, style) {
  if (typeof value === 'string') return string(value)
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value)
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map(each => literal(each, style))
    : Object.entries(value).map(([name, each]) => `${style.key(name)}: ${literal(each, style)}`)
  const [open, close] = isList ? '[]' : '{}'
  if (parts.length === 0) return open + close
  return `${open}\n${' '.repeat(style.indent)}${indented(parts.join(',\n'), style.indent)},\n${close}`
}
