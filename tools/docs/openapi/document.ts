import { signatureHeader } from '@campstore/contract/messages/payments'
import { version } from '@campstore/core/version'
import { components } from '../components.ts'
import { createSchemaCollection, type Json } from '../json-schema.ts'
import { errorSchemas } from './error-schemas.ts'
import { gatewayHeaders, gatewayPaths } from './gateway-paths.ts'
import { operationOf, paymentSignature } from './operation.ts'
import { sharedHeaders, sharedResponses } from './responses.ts'
import { tagGroups, tagObjects, tags } from './tags.ts'
import { introduction } from './texts.ts'

/** The OpenAPI 3.1 document of everything that clients and staff can call. */
export function openApiDocument(): Json {
  const schemas = createSchemaCollection(components)
  schemas.refer('Meta', requiredComponent('Meta'), 'output')
  const paths: Record<string, Json> = {}
  for (const tag of tags) {
    for (const route of Object.values(tag.routes)) {
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, tag, schemas) }
    }
  }
  const allPaths = { ...paths, ...gatewayPaths }
  const responses = usedIn(allPaths, 'responses', sharedResponses())
  return {
    openapi: '3.1.0',
    info: {
      title: 'campstore',
      summary: 'Outdoor-gear store and campground bookings',
      description: introduction,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The gateway that serves this document' }],
    tags: tagObjects(),
    'x-tagGroups': tagGroups(),
    security: [{ idToken: [] }],
    paths: allPaths,
    components: {
      securitySchemes: {
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'ID token of the identity provider (Firebase Authentication or another OpenID Connect issuer), valid for an hour. Its subject is the customer or the administrator.',
        },
        [paymentSignature]: {
          type: 'apiKey',
          in: 'header',
          name: signatureHeader,
          description:
            'Signature of the payment service with PAYMENT_SIGNING_SECRET, valid for 5 minutes: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "<t>.<method> <path>">`.',
        },
      },
      headers: usedIn({ allPaths, responses }, 'headers', { ...sharedHeaders, ...gatewayHeaders }),
      responses,
      schemas: { ...usedIn({ allPaths, responses }, 'schemas', errorSchemas), ...schemas.collected() },
    },
  }
}

/** The components of a kind that a part of the document refers to. */
const usedIn = (part: Json, kind: 'responses' | 'headers' | 'schemas', all: Json): Json => {
  const text = JSON.stringify(part)
  return Object.fromEntries(Object.entries(all).filter(([name]) => text.includes(`#/components/${kind}/${name}"`)))
}

function requiredComponent(name: string) {
  const component = components[name]
  if (!component) throw new Error(`No component "${name}".`)
  return component
}
