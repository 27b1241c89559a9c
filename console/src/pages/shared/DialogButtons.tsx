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
          <IconButton icon={icon} label={label} onPress={open} />
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

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'action' | 'confirm' | 'isPending'>
type AskingDialogProps<Result> = Question & Omit<ActionOptions<void, Result>, 'close' | 'form'> & { label: string }

/** Asks before an action, and carries it out. */
export function AskingDialog<Result>({ label, run, done, failed, onDone, ...dialog }: AskingDialogProps<Result>) {
  const { isPending, mutate } = useAction({ run, done, failed, onDone, close: dialog.close })
  return <ConfirmDialog {...dialog} action={label} isPending={isPending} confirm={() => mutate()} />
}

type AskingButtonProps<Result> = Omit<DialogButtonProps, 'children'> & {
  /** The button of the question, if it says more than the label. */
  confirm?: string
  /** The question, and what follows from the action. */
  title: string
  hint: ReactNode
  isDangerous?: boolean
  /** Below the hint. */
  children?: ReactNode
  action: Omit<ActionOptions<void, Result>, 'close' | 'form'>
}

/** A button whose action cannot be undone: it asks first. */
export function AskingButton<Result>(props: AskingButtonProps<Result>) {
  const { label, confirm = label, title, hint, isDangerous, children, action, ...button } = props
  return (
    <DialogButton {...button} label={label}>
      {close => (
        <AskingDialog {...action} label={confirm} title={title} isDangerous={isDangerous} close={close}>
          <p>{hint}</p>
          {children}
        </AskingDialog>
      )}
    </DialogButton>
  )
}
