import { t } from 'i18next'
import { UserCheck, UserX } from 'lucide-react'
import { useAction } from '../../app/actions.ts'
import type { Schemas } from '../../app/client.ts'
import { useSession, useToday } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { Badge } from '../../design/Values.tsx'
import { BookingStatusBadge } from './StatusBadges.tsx'

type Attended = Pick<Schemas['Stay'], 'bookingId' | 'status' | 'checkIn' | 'attendance'>
type Attendance = Attended['attendance']

const tones = { arrived: 'positive', 'no-show': 'danger' } as const

/** Whether the guests came, once staff recorded it. */
export const AttendanceBadge = ({ attendance }: { attendance: Attendance }) =>
  attendance && <Badge tone={tones[attendance]}>{t(`attendance.${attendance}`)}</Badge>

/** Records attendance while it may be recorded (docs/contract/admin.md#attendance). */
function useAttendance({ bookingId: id, status, checkIn }: Attended) {
  const { can } = useSession()
  const today = useToday()
  const action = useAction({
    run: (admin, attendance: Attendance) => admin.setAttendance({ id, attendance }),
    done: (_, attendance) => t(`attendance.done.${attendance ?? 'none'}`),
    failed: t('attendance.failed'),
  })
  return { ...action, isOpen: can('bookings.edit') && status === 'confirmed' && checkIn <= today }
}

/** What a row says of a stay: whether the guests came until they have left, a button that checks them in, or else the status. */
export function StayState({ stay, name, isArriving }: { stay: Attended; name: string; isArriving: boolean }) {
  const { isOpen, isPending, mutate } = useAttendance(stay)
  if (stay.attendance !== null && stay.status !== 'completed') return <AttendanceBadge attendance={stay.attendance} />
  if (!isOpen || !isArriving) return <BookingStatusBadge status={stay.status} />
  return (
    <span className="no-print">
      <Button icon={UserCheck} isSmall isPending={isPending} onPress={() => mutate('arrived')}>
        {t('attendance.checkIn')}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </span>
  )
}

/** Records that the guests came or did not, or takes it back. */
export function AttendanceButtons({ booking }: { booking: Attended }) {
  const { isOpen, isPending, mutate } = useAttendance(booking)
  if (!isOpen) return null
  if (booking.attendance !== null)
    return (
      <Button isPending={isPending} onPress={() => mutate(null)}>
        {t('attendance.withdraw')}
      </Button>
    )
  return (
    <>
      <Button icon={UserX} isDisabled={isPending} onPress={() => mutate('no-show')}>
        {t('attendance.no-show')}
      </Button>
      <Button icon={UserCheck} isPending={isPending} onPress={() => mutate('arrived')}>
        {t('attendance.checkIn')}
      </Button>
    </>
  )
}
