import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { IconButton } from './Button.tsx'
import './menu.css'

type MoreMenuProps = {
  label: string
  /** The dialogs that it opens, by the words of their items. */
  children: Readonly<Record<string, (close: () => void) => ReactNode>>
}

/** The less frequent actions of a row, behind a button with dots. */
export function MoreMenu({ label, children }: MoreMenuProps) {
  const [open, setOpen] = useState<string>()
  return (
    <>
      <MenuTrigger>
        <IconButton icon={Ellipsis} label={label} />
        <Popover className="menu" placement="bottom end">
          <Menu aria-label={label} onAction={words => setOpen(String(words))}>
            {Object.keys(children).map(words => (
              <MenuItem key={words} id={words}>
                {words}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      {open !== undefined && children[open]?.(() => setOpen(undefined))}
    </>
  )
}
