import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import './tabs.css'

type TabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; title: string; content: ReactNode }[]
  /** Kept in the URL by the page. */
  selected: Id
  onSelect(id: Id): void
}

/** Parts of a page; one of them is shown. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={key => {
        const chosen = tabs.find(({ id }) => id === key)
        if (chosen) onSelect(chosen.id)
      }}
    >
      <TabList className="tab-list no-print" aria-label={label}>
        {tabs.map(({ id, title }) => (
          <Tab key={id} id={id} className="tab">
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
