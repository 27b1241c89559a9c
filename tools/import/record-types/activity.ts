import { join } from 'node:path'
import { describeIssues, safeParse } from '@campstore/contract/issue-text'
import { english } from '@campstore/contract/texts/text'
import { activitySchema } from '../activity/schema.ts'
import { type JsonRecordType, parseFile } from '../json-records.ts'
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
    const parsed = safeParse(activitySchema, content.json)
    if (parsed.success) return { tables: [], issues: [], activity: parsed.data }
    const issues = describeIssues(parsed.error.issues, activitySchema)
    const placed = issues.map(({ path, reason }) => ({
      place: { file, path: path.join('.') },
      reason: english(reason),
    }))
    return { tables: [], issues: placed }
  },
}
