import type { Logger } from '@campstore/core/telemetry/log'
import { type Level, pino } from 'pino'

/** A logger, and the lines that it has written; `level` is the name of each line's level. */
export function createRecordingLog(level: Level = 'info'): { log: Logger; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const formatters = { level: (label: string) => ({ level: label }) }
  return { log: pino({ level, formatters }, { write: line => void lines.push(JSON.parse(line)) }), lines }
}
