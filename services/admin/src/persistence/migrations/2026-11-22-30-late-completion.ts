import { Migration } from '@mikro-orm/migrations'

/** Records that a fault left without their end, and what they were completed from afterwards. */
export class LateCompletion extends Migration {
  override up(): void {
    this.addSql(completedFrom)
    this.addSql('create index audit_record_started on admin.audit_record (at) where completed_at is null;')
  }
}

// Null for a record that was completed with the owner's answer.
const completedFrom = /* sql */ `
alter table admin.audit_record
  add column completed_from text check (completed_from in ('history', 'state', 'nothing'));
`
