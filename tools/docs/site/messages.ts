import { type JsonSchema, rowsOf } from '../fields.ts'
import type { Json } from '../json-schema.ts'
import { table } from '../tables.ts'
import { anchorOf } from './anchors.ts'
import type { Html } from './layout.ts'
import { renderMarkdown } from './markdown.ts'

type Message = {
  title: string
  summary: string
  description?: string
  headers?: JsonSchema
  payload: JsonSchema
  examples: { summary?: string; headers?: Json; payload: unknown }[]
}
type Channel = {
  address: string
  messages: Record<string, { $ref: string }>
  bindings: { amqp: { exchange?: { name: string }; queue?: { name: string } } }
}
type Operation = { action: 'send' | 'receive'; summary: string; channel: { $ref: string } }
type AsyncApi = {
  info: { description: string }
  channels: Record<string, Channel>
  operations: Record<string, Operation>
  components: { messages: Record<string, Message> }
}

const introduction = `What campstore publishes to RabbitMQ and accepts from there. For programs: [AsyncAPI 3](/asyncapi.json).
How to publish a payment: [Payments](/docs/guides/payments).`

/** The page about messages, from the AsyncAPI document: who sends what where, and with which fields. */
export function messagesPage(document: Json): Html {
  const { info, channels, operations, components } = document as unknown as AsyncApi
  const shown = Object.values(operations).flatMap(({ action, summary, channel: { $ref } }) => {
    const channel = channels[nameIn($ref)]
    if (!channel) return []
    return Object.values(channel.messages).flatMap(reference => {
      const message = components.messages[nameIn(reference.$ref)]
      return message ? [{ action, summary, channel, message }] : []
    })
  })
  const rows = shown.map(({ action, summary, channel: { address, bindings }, message: { title } }) => [
    ...[`\`${address}\``, bindings.amqp.exchange?.name || 'default'],
    ...[action === 'send' ? 'campstore sends' : 'campstore receives', summary, `[${title}](#${anchorOf(title)})`],
  ])
  const overview = table(['Routing key or queue', 'Exchange', 'Direction', 'When', 'Message'], rows)
  const sections = [...new Set(shown.map(({ message }) => message))].map(section)
  const parts = ['# Messages', introduction, info.description, '## Overview', overview, ...sections]
  return renderMarkdown(parts.join('\n\n'), 'docs/contract/messages.md').content
}

const nameIn = (reference: string): string => reference.split('/').at(-1) ?? ''

function section({ title, summary, description = '', headers, payload, examples }: Message): string {
  return [
    ...[`## ${title}`, summary, description === summary ? '' : description],
    ...(headers?.properties ? [details('Headers', fieldsTable(headers))] : []),
    details('Fields', fieldsTable(payload)),
    ...examples.map(example => details(`Example: ${example.summary ?? title}`, code(example.headers, example.payload))),
  ].join('\n\n')
}

const details = (name: string, content: string): string =>
  `<details><summary>${name}</summary>\n\n${content}\n\n</details>`

function code(headers: Json | undefined, payload: unknown): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${String(value)}\n`)
  return `\`\`\`json\n${lines.join('')}${JSON.stringify(payload, null, 2)}\n\`\`\``
}

const fieldsTable = (schema: JsonSchema): string =>
  table(
    ['Field', 'Type', 'Required', 'Description'],
    rowsOf(schema).map(row => [`\`${row.path}\``, row.type, row.required ? 'yes' : 'no', row.description]),
  )
