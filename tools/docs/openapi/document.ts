import { metaSchema } from '@campstore/contract/envelope'
import { signatureHeader } from '@campstore/contract/messages/payments'
import { version } from '@campstore/core/version'
import { components } from '../components.ts'
import { createSchemaCollection, type Json } from '../json-schema.ts'
import { errorSchemas } from './error-schemas.ts'
import { gatewayHeaders, gatewayPaths } from './gateway-paths.ts'
import { operationOf, paymentSignature } from './operation.ts'
import { sharedHeaders, sharedResponses } from './responses.ts'
import { tagGroups, tagObjects, tags } from './tags.ts'

/** Rules of the whole interface that no schema can express (docs/contract/conventions.md). */
const introduction = `All endpoints for customers and staff. The service computes amounts, holds end at their deadline, and only a payment notification makes a booking or order paid (see /asyncapi.json).

**Envelope.** A success is \`{"success": true, "data": …}\`, with \`meta\` for lists. An error is \`{"success": false, "error": {"code", "message", "details"}}\`; programs rely on \`code\`. Clients ignore fields that they do not know.

**Requests.** Bodies are JSON objects of at most 100,000 bytes in UTF-8 (16,000 where no token is needed), uncompressed; an image may have 1,000,000 bytes. Actions take no body or an empty object. Public and member endpoints ignore unknown fields; admin writes refuse them. Unknown query parameters are ignored. Every GET endpoint also supports HEAD.

**Texts.** NUL and lone halves of surrogate pairs are refused. Lengths count UTF-16 code units: a character outside the Basic Multilingual Plane, such as an emoji, counts twice. Admin writes trim a text before measuring it.

**Ids.** Ids are opaque. An impossible id gets 404, like an unknown one.

**Money** is a decimal string with two fraction digits, in TWD. **Dates** are \`YYYY-MM-DD\` in the time zone of the booking policy. **Timestamps** in responses are in UTC with milliseconds; in requests they may have any offset, in the years 1 to 9999.

**Paging.** \`page\` counts from 0, \`size\` is 1 to 100. A page past the end is empty.

**Idempotency.** Checkouts require an \`idempotencyKey\`; other POSTs of members and staff take the header \`idempotency-key\`. Repeating a request with the same key returns the first response.

**Revisions.** Each area has a contract revision (\`x-revision\` of its tags). Additions to the original interface are marked \`x-addition\`; its clients do not need them.

**Order of checks.** Members: token, account, ownership, shape, idempotency key, dates, referenced resources, state. Administrators: token, whitelist, account, permission, shape, idempotency key, referenced resources, state.`

/** The OpenAPI 3.1 document of everything that clients and staff can call. */
export function openApiDocument(): Json {
  const schemas = createSchemaCollection(components)
  schemas.convert(metaSchema, 'output')
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
