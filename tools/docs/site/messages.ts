import { html } from 'hono/html'
import type { Json } from '../json-schema.ts'
import type { Html } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

type Schema = {
  type?: string | string[]
  description?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}
type Message = {
  title: string
  summary: string
  description?: string
  headers?: Schema
  payload: Schema
  examples: { summary?: string; headers?: Json; payload: unknown }[]
}
type Channel = {
  address: string
  messages: Record<string, { $ref: string }>
  bindings: { amqp: { exchange?: { name: string }; queue?: { name: string } } }
}
type Operation = { action: 'send' | 'receive'; summary: string; channel: { $ref: string }; 'x-internal'?: boolean }
type AsyncApi = {
  info: { description: string }
  channels: Record<string, Channel>
  operations: Record<string, Operation>
  components: { messages: Record<string, Message> }
}
type Field = { path: string; type: string; required: boolean; description: string }

/** The page about messages, from the AsyncAPI document: who sends what where, and with which fields. Internal ones are left out. */
export function messagesPage(document: Json): Html {
  const { info, channels, operations, components } = document as unknown as AsyncApi
  const shown = Object.values(operations).flatMap(operation => {
    const channel = channels[nameIn(operation.channel.$ref)]
    if (operation['x-internal'] || !channel) return []
    return Object.keys(channel.messages).map(name => ({ operation, channel, name }))
  })
  const names = [...new Set(shown.map(({ name }) => name))]
  return html`<h1>Messages</h1>
<p>What campstore publishes to RabbitMQ and accepts from there. For programs: <a href="/asyncapi.json">AsyncAPI 3</a>.
How to publish a payment: <a href="/docs/guides/payments">Payments</a>.</p>
${inline(info.description)}
<h2 id="overview">Overview</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr><th>Routing key or queue</th><th>Exchange</th><th>Direction</th><th>When</th><th>Message</th></tr></thead>
<tbody>${shown.map(({ operation, channel, name }) => overviewRow(operation, channel, name, components.messages[name]))}</tbody>
</table></div>
${names.map(name => section(name, components.messages[name]))}`
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? ''

const inline = (markdown: string): Html => renderMarkdown(markdown, 'docs/contract/messages.md').content

const overviewRow = ({ action, summary }: Operation, { address, bindings }: Channel, name: string, message?: Message) =>
  html`<tr><td><code>${address}</code></td><td>${bindings.amqp.exchange?.name || 'default'}</td>
<td>${action === 'send' ? 'campstore sends' : 'campstore receives'}</td><td>${inline(summary)}</td>
<td><a href="#${name}">${message?.title}</a></td></tr>
`

function section(name: string, message: Message | undefined): Html | string {
  if (!message) return ''
  const { title, summary, description, headers, payload, examples } = message
  return html`<section>
<h2 id="${name}">${title}</h2>
${inline(summary)}
${description && description !== summary ? inline(description) : ''}
${headers?.properties ? details('Headers', table(fieldsOf(headers))) : ''}
${details('Fields', table(fieldsOf(payload)))}
${examples.map(example => details(`Example: ${example.summary ?? title}`, code(example.headers, example.payload)))}
</section>
`
}

const details = (name: string, content: Html): Html =>
  html`<details><summary>${name}</summary>
${content}
</details>
`

const code = (headers: Json | undefined, payload: unknown): Html => {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}\n`)
  return html`<pre tabindex="0" role="group" aria-label="Example"><code>${lines.join('')}${JSON.stringify(payload, null, 2)}</code></pre>`
}

const table = (
  fields: readonly Field[],
): Html => html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr><th>Field</th><th>Type</th><th>Required</th><th>Description</th></tr></thead>
<tbody>${fields.map(fieldRow)}</tbody>
</table></div>`

const fieldRow = ({ path, type, required, description }: Field): Html =>
  html`<tr><td><code>${path}</code></td><td>${type}</td><td>${required ? 'yes' : 'no'}</td><td>${inline(description)}</td></tr>
`

/** The fields of an object and of those inside it: `items[].name`. */
function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const required = schema.required ?? []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const row = { path, type: typeOf(field), required: required.includes(name), description: field.description ?? '' }
    return [row, ...innerFields(field, path)]
  })
}

function innerFields(schema: Schema, path: string): Field[] {
  if (schema.items) return innerFields(schema.items, `${path}[]`)
  if (schema.anyOf) return schema.anyOf.flatMap(each => innerFields(each, path))
  return fieldsOf(schema, `${path}.`)
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(', ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}`
  const type = [schema.type ?? 'any'].flat().join(' or ')
  return schema.format ? `${type} (${schema.format})` : type
}
