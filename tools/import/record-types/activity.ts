import { join } from 'node:path'
import { activitySchema } from '../activity/schema.ts'
import { type JsonRecordType, parseFile, parseRecord } from '../json-records.ts'
import { unreadable } from '../record-type.ts'

const file = 'activity.json'

/** Bookings, orders and work of the staff around the day of the import. It is replayed after all tables are written. */
export const activity: JsonRecordType = {
  file,
  title: 'Bookings and orders around the day of the import',
  single: true,
  record: activitySchema,
  tables: [],
  async read(directory) {
    const content = await parseFile(join(directory, file))
    if ('reason' in content) return unreadable(file, content.reason)
    const { data, issues } = parseRecord(activitySchema, content.json, { file, path: '' })
    return { tables: [], issues, activity: data }
  },
}
