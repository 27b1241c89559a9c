import type { Permission } from '@campstore/contract/admin/permissions'
import { Ellipsis } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { type ActionOptions, useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { Button, IconButton } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'
import '../../design/menu.css'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** Shows only the icon, whose name is the label. */
  isIconOnly?: true
  /** Only administrators with all of these permissions have the button. */
  permissions?: readonly Permission[]
  /** Whether the state of the record offers it. An open dialog stays when the state changes, so that its input is not lost. */
  isOffered?: boolean
  /** The dialog that it opens, which closes itself. */
  children(close: () => void): ReactNode
}

/** A button that opens a dialog. */
export function DialogButton(props: DialogButtonProps) {
  const { label, isIconOnly, permissions = [], isOffered = true, children, ...button } = props
  const { icon } = button
  const { can } = useSession()
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  if (!can(...permissions)) return null
  return (
    <>
      {isOffered &&
        (isIconOnly && icon ? (
          <IconButton icon={icon} label={label} isDisabled={button.isDisabled} onPress={open} />
        ) : (
          <Button {...button} onPress={open}>
            {label}
          </Button>
        ))}
      {isOpen && children(() => setOpen(false))}
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

type Act<Result> = Omit<ActionOptions<void, Result>, 'close' | 'form'>
type AskingDialogProps<Result> = Act<Result> &
  Omit<ComponentProps<typeof ConfirmDialog>, 'action' | 'confirm' | 'isPending'> & { label: string }

type ActionButtonProps<Result> = Act<Result> &
  Omit<ComponentProps<typeof Button>, 'children' | 'onPress' | 'isPending'> & { label: string }

/** A button that acts at once. */
export function ActionButton<Result>({ label, run, done, failed, onDone, ...button }: ActionButtonProps<Result>) {
  const { isPending, mutate } = useAction({ run, done, failed, onDone })
  return (
    <Button {...button} isPending={isPending} onPress={() => mutate()}>
      {label}
    </Button>
  )
}

/** Asks before an action, and carries it out. */
export function AskingDialog<Result>({ label, run, done, failed, onDone, ...dialog }: AskingDialogProps<Result>) {
  const { isPending, mutate } = useAction({ run, done, failed, onDone, close: dialog.close })
  return <ConfirmDialog {...dialog} action={label} isPending={isPending} confirm={() => mutate()} />
}

type AskingButtonProps<Result> = Omit<DialogButtonProps, 'children'> &
  Act<Result> & {
    /** The button of the question, if it says more than the label. */
    confirm?: string
    /** The question, and what follows from the action. */
    title: string
    hint: ReactNode
    isDangerous?: boolean
    isWide?: boolean
    /** Below the hint. */
    children?: ReactNode
  }

/** A button whose action cannot be undone: it asks first. */
export function AskingButton<Result>(props: AskingButtonProps<Result>) {
  const { label, confirm = label, title, hint, isDangerous, isWide, children, ...others } = props
  const { run, done, failed, onDone, ...button } = others
  const dialog = { label: confirm, title, isDangerous, isWide, run, done, failed, onDone }
  return (
    <DialogButton {...button} label={label}>
      {close => (
        <AskingDialog {...dialog} close={close}>
          <p>{hint}</p>
          {children}
        </AskingDialog>
      )}
    </DialogButton>
  )
}
