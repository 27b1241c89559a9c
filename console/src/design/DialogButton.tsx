import { Ellipsis } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Button, IconButton } from './Button.tsx'
import './menu.css'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** Shows only the icon, whose name is the label. */
  isIconOnly?: true
  /** The dialog that it opens, which closes itself. */
  children(close: () => void): ReactNode
}

const Offer = createContext(true)

/**
 * Shows a button only while the state of a record offers it. The dialog that the button has opened stays open when the state changes, so
 * that its input is not lost.
 */
export const Offered = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <Offer value={when}>{children}</Offer>
)

/** A button that opens a dialog. */
export function DialogButton({ label, isIconOnly, children, ...button }: DialogButtonProps) {
  const { icon } = button
  const [isOpen, setOpen] = useState(false)
  const isOffered = useContext(Offer)
  const open = () => setOpen(true)
  return (
    <>
      {isOffered &&
        (isIconOnly && icon ? (
          <IconButton icon={icon} label={label} onPress={open} />
        ) : (
          <Button {...button} onPress={open}>
            {label}
          </Button>
        ))}
      {isOpen && <Offer value={true}>{children(() => setOpen(false))}</Offer>}
    </>
  )
}

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
