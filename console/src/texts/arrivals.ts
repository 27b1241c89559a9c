import type { Catalogue } from './text.ts'

export const arrivals = {
  page: ['Arrivals & departures', '入住與退房'],
  noPhone: ['no phone number', '沒有電話'],
  arrivalTime: ['Arrival time', '預計抵達'],
  nights_one: '1 night',
  nights_other: ['{{count}} nights', '{{count}} 晚'],
  stays_one: '1 stay',
  stays_other: ['{{count}} stays', '{{count}} 筆訂位'],
  guests_one: '1 guest',
  guests_other: ['{{count}} guests', '共 {{count}} 人'],
  select: ['Select {{name}}', '選取 {{name}}'],
  kinds: { arriving: ['Arriving', '入住'], departing: ['Departing', '退房'], overdue: ['Overdue', '逾期未退房'] },
  overdueHint: ['Past check-out, not completed yet.', '已過退房時間，尚未完成。'],
  none: {
    arriving: ['No arrivals on this day', '這一天沒有人入住'],
    departing: ['No departures on this day', '這一天沒有人退房'],
    overdue: ['No overdue bookings', '沒有逾期未退房的訂位'],
  },
  waiting: {
    confirm: ['{{count}} to confirm', '{{count}} 筆待確認'],
    complete: ['{{count}} to complete', '{{count}} 筆待完成'],
  },
  actions: {
    confirm_zero: ['Confirm', '確認'],
    confirm: ['Confirm {{count}}', '確認 {{count}} 筆'],
    complete_zero: ['Complete', '完成'],
    complete: ['Complete {{count}}', '完成 {{count}} 筆'],
  },
  ask: {
    confirm_one: 'Confirm {{count}} booking?',
    confirm_other: ['Confirm {{count}} bookings?', '要確認 {{count}} 筆訂位嗎？'],
    complete_one: 'Complete {{count}} booking?',
    complete_other: ['Complete {{count}} bookings?', '要完成 {{count}} 筆訂位嗎？'],
  },
  askHint: {
    confirm: ['Customers will see it. This cannot be undone.', '顧客會看到訂位已確認。此動作無法復原。'],
    complete: ['Check that the guests have left. This cannot be undone.', '請先確認住客已退房。此動作無法復原。'],
  },
  done: {
    confirm_one: '1 booking confirmed',
    confirm_other: ['{{count}} bookings confirmed', '已確認 {{count}} 筆訂位'],
    complete_one: '1 booking completed',
    complete_other: ['{{count}} bookings completed', '已完成 {{count}} 筆訂位'],
  },
  failed: {
    confirm: ['Could not confirm the bookings', '無法確認訂位'],
    complete: ['Could not complete the bookings', '無法完成訂位'],
  },
  counter: {
    title: ['Rental counter', '租借櫃檯'],
    hint: [
      'Equipment to hand out to arriving guests and take back from departing guests',
      '借給入住住客、向退房住客收回的裝備',
    ],
    item: ['Equipment', '裝備'],
    location: ['Counter', '櫃檯'],
    out: ['Out / on hand', '租出／全部'],
    none: ['Nothing to hand out or take back', '沒有要借出或收回的裝備'],
  },
} satisfies Catalogue
