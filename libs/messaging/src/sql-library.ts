import type { SqlLibrary } from '@campstore/database/migration-files'

/** The outbox and the inbox of a schema. */
export const messagingSql = (schema: string): SqlLibrary => ({
  name: 'messaging',
  folder: new URL('../sql/', import.meta.url),
  parameters: { schema },
})
