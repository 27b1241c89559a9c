/** Rules of the whole interface, which no schema can say (docs/contract/conventions.md). */
export const introduction = `Everything that customers and staff can call. Amounts are decided by the service, holds by their deadline, and only a payment notification makes something paid (see /asyncapi.json).

**Envelope.** A success is \`{"success": true, "data": …}\`, with \`meta\` for lists. An error is \`{"success": false, "error": {"code", "message", "details"}}\`; programs read \`code\`. Clients ignore fields that they do not know.

**Requests.** Bodies are JSON objects of at most 100,000 bytes in UTF-8 (16,000 where no token is needed), uncompressed; an upload of an image has 1,000,000. Actions take no body or an empty object. Public and member endpoints ignore unknown fields; admin writes refuse them. Unknown query parameters are ignored. Every GET also answers HEAD, without a body.

**Texts.** NUL and lone halves of surrogate pairs are refused. Lengths count UTF-16 code units: a character outside of the Basic Multilingual Plane, such as an emoji, counts twice. In admin writes, spaces around a text are removed before it is measured.

**Ids.** Ids are opaque. One that cannot exist is answered like one that does not: 404.

**Money** is a decimal string with two fraction digits, in TWD. **Dates** are \`YYYY-MM-DD\` in the time zone of the booking policy. **Timestamps** of responses are in UTC with milliseconds; those of requests may have any offset, in the years 1 to 9999.

**Paging.** \`page\` counts from 0, \`size\` is 1 to 100. A page past the end is empty.

**Idempotency.** Both checkouts take an \`idempotencyKey\`: the same key with the same request returns the first response again.

**Revisions.** Each area has a contract revision (\`x-revision\` of its tags). What was added to the original interface is marked \`x-addition\`; it changes nothing for a client that does not use it.

**Order of checks.** Members: token, account, ownership, shape, idempotency key, dates, what is named, state. Administrators: token, whitelist, account, permission, shape, what is named, state.`
