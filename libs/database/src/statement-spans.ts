import { activeSpan, endWith, startChild } from '@campstore/core/telemetry/spans'
import type { PoolClient } from 'pg'

/** Longest part of an SQL text in a span. It has placeholders for all values. */
const maxTextLength = 500

type Statement = { name?: string; text: string }

/** Records a span for each statement on a connection that is part of recorded work; no span begins a trace. */
export function traceStatements(client: PoolClient): void {
  const query: (...all: unknown[]) => unknown = client.query.bind(client)
  const traced = (...all: [string | Statement, ...unknown[]]) => {
    const parent = activeSpan()?.traceparent
    if (parent === undefined) return query(...all)
    const span = startChild(spanOf(all[0]), parent)
    const result = query(...all)
    // With a callback there is no promise; nothing here uses one.
    return result instanceof Promise ? endWith(span, result) : result
  }
  client.query = traced as typeof client.query
}

/** A prepared statement is known by its name, any other by its text. */
function spanOf(statement: string | Statement) {
  const { name, text } = typeof statement === 'string' ? { name: undefined, text: statement } : statement
  const sql = text.trim()
  const operation = /^\w+/.exec(sql)?.[0].toLowerCase() ?? 'statement'
  return {
    name: name ?? operation,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': name === undefined ? sql.slice(0, maxTextLength) : undefined,
    },
  } as const
}
