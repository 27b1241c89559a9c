import { givesAnyAmount } from '@campstore/contract/admin/fields'
import { type AreaKey, addedEndpoints } from '@campstore/contract/areas'
import { type Route, takesBody } from '@campstore/contract/route'
import { complete, componentOf } from '../examples/complete.ts'
import { bodiesOfRoutes, dataOfRoutes } from '../examples/routes.ts'
import { type Json, mapped, type SchemaCollection } from '../json-schema.ts'
import { parametersOf } from './parameters.ts'
import { isUnbuilt, responsesOf } from './responses.ts'
import { tags } from './tags.ts'

/** Name of the security scheme of the payment service's requests. */
export const paymentSignature = 'paymentSignature'

const routes: Readonly<Record<string, Route>> = Object.assign({}, ...tags.map(tag => tag.routes))

/** What is written for a declaration of `data` that no component is, which routes share. */
const sharedData = new Map(
  Object.entries(dataOfRoutes)
    .map(([name, values]) => [routes[name]?.data, values] as const)
    .filter(([data]) => data && !componentOf(data))
    .toReversed(),
)
/** Examples of `data` by route: one element of a list; of an action without data, that of the route that it names in `reads`. */
export const dataExamples = mapped(routes, (route, name) => {
  const { data } = route.successStatus === 204 ? (routes[route.reads ?? ''] ?? route) : route
  return complete(data, dataOfRoutes[name] ?? sharedData.get(data))
})
/** Examples of bodies by route: the fields of the example of `data`, but for a change only what is written, if anything is. */
export const bodyExamples = mapped(routes, ({ body, method }, name) => {
  const values = method === 'POST' || !bodiesOfRoutes[name] ? dataExamples[name] : {}
  return body && complete(body, { ...(values as Json), ...(bodiesOfRoutes[name] as Json) })
})

/** The operation of a route (OpenAPI 3.1). */
export function operationOf(route: Route, tag: { name: string; area: AreaKey }, schemas: SchemaCollection): Json {
  const { name, summary, access, permissions, errors } = route
  const example = dataExamples[name]
  return {
    operationId: name,
    summary,
    description: descriptionOf(route),
    tags: [tag.name],
    'x-area': tag.area,
    ...(isAddition(route) && { 'x-addition': true }),
    ...(route.deprecated && { deprecated: true }),
    ...(errors.includes('NOT_IMPLEMENTED') && { 'x-deferred': true }),
    ...(permissions?.length && { 'x-permissions': permissions }),
    security: securityOf(access),
    parameters: parametersOf(route, schemas).map(parameter => withExample(parameter, route)),
    ...(takesBody(route) && { requestBody: requestBodyOf(route, schemas) }),
    responses: responsesOf(route, example, schemas),
  }
}

function securityOf(access: Route['access']): Json[] {
  if (access === 'public') return []
  return access === 'sender' ? [{ [paymentSignature]: [] }] : [{ idToken: [] }]
}

const isAddition = ({ method, path }: Route): boolean => addedEndpoints.has(`${method} ${path}`)

function descriptionOf(route: Route): string {
  const { summary, access, permissions, optionalPermissions, activeCustomerOnly, errors, data } = route
  const sentences = [`${summary}.`]
  if (isUnbuilt({ data })) sentences.push('Not built yet: always 501.')
  else if (errors.includes('NOT_IMPLEMENTED')) sentences.push('501 where bookings have no payment form.')
  if (access === 'sender') sentences.push('For the payment service, which signs the request.')
  if (access === 'member') sentences.push('For members: the ID token identifies the customer; no field does.')
  if (activeCustomerOnly) sentences.push('Refused for suspended customers.')
  if (permissions?.length)
    sentences.push(`For administrators with ${permissions.map(code => `\`${code}\``).join(' and ')}.`)
  if (optionalPermissions?.includes(givesAnyAmount))
    sentences.push(`An amount other than the rule's own also needs \`${givesAnyAmount}\`, or it is 403 FORBIDDEN.`)
  if (isAddition(route)) sentences.push('**Addition** to the original interface.')
  return sentences.join(' ')
}

/** A path up to one of its parameters, whose name does not matter. */
const placeOf = (path: string, name: string): string =>
  path.slice(0, path.indexOf(`{${name}}`)).replaceAll(/\{\w+\}/g, '{}')

/** The routes that read the resource of the last parameter of their path, by its place. */
const readsByPlace = new Map(
  Object.values(routes)
    .filter(({ method, path }) => method === 'GET' && path.endsWith('}'))
    .map(route => [route.path.slice(0, route.path.lastIndexOf('{')).replaceAll(/\{\w+\}/g, '{}'), route]),
)

/** The example of a path parameter: an id from the example of the route that reads the resource. */
function withExample(parameter: Json, route: Route): Json {
  if (parameter.in !== 'path') return parameter
  const name = String(parameter.name)
  const read = readsByPlace.get(placeOf(route.path, name)) ?? route
  const data = (dataExamples[read.name] ?? {}) as Json
  const id = data[name] ?? data.id ?? data.bookingId ?? data.orderId
  return id === undefined ? parameter : { ...parameter, example: String(id) }
}

function requestBodyOf(
  { name, summary, body, bodyOptional, bodyTypes = [], method, path }: Route,
  schemas: SchemaCollection,
): Json {
  // OpenAPI 3.1 describes a binary body by its media type alone.
  if (!body) {
    const content = Object.fromEntries(bodyTypes.map(mediaType => [mediaType, {}]))
    return { description: summary, required: true, content }
  }
  const componentName = `${name.charAt(0).toUpperCase()}${name.slice(1)}Request`
  const schema = schemas.refer(componentName, { schema: body, description: `Body of \`${method} ${path}\`` }, 'input')
  return {
    description: summary,
    required: !bodyOptional,
    content: { 'application/json': { schema, example: bodyExamples[name] } },
  }
}
