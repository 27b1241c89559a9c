import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { type AnswerOf, type QueryOf, type RecordName, useRead } from '../../app/client.ts'
import { BackLink } from '../../app/shell/BackLink.tsx'
import { Loaded } from '../../design/Loaded.tsx'
import { PageHeader } from '../../design/PageHeader.tsx'
import type { PageId } from '../../texts/catalogue.ts'
import './record.css'

type RecordPageProps<Name extends RecordName, Item = AnswerOf<Name>> = {
  /** The page of its list. */
  list: PageId
  /** The operation that reads it: `getCoupon`. */
  operation: Name
  /** The title, also until the record is read. */
  title(record: Item | undefined, id: string): string
  badge(record: Item): ReactNode
  subtitle?(record: Item): ReactNode
  actions?(record: Item): ReactNode
  messages?(record: Item): ReactNode
  /** The parts that are next to the others or, on narrow screens, below them. */
  side?(record: Item): ReactNode
  children(record: Item): ReactNode
}

/** The page of one record, whose id is in the address: its title and actions, its facts, and its related records. */
export function RecordPage<Name extends RecordName>(props: RecordPageProps<Name>) {
  const { list, operation, title, badge, subtitle, actions, messages, side, children } = props
  const { id = '' } = useParams()
  // Each of these operations takes an id.
  const query = useRead(operation, { id } as QueryOf<Name>)
  const record = query.data
  return (
    <>
      <PageHeader
        title={title(record, id)}
        back={<BackLink to={list} />}
        badge={record && badge(record)}
        subtitle={record && subtitle?.(record)}
      >
        {record && actions?.(record)}
      </PageHeader>
      <Loaded query={query} rows={10}>
        {record => (
          <div className="stack">
            {messages?.(record)}
            {side ? (
              <div className="columns stack">
                <div className="columns-part stack">{children(record)}</div>
                <div className="columns-part stack">{side(record)}</div>
              </div>
            ) : (
              children(record)
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}
