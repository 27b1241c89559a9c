import type { Catalogue } from './text.ts'

export const bookings = {
  page: ['Bookings', '訂位'],
  title: ['Booking {{id}}', '訂位 {{id}}'],
  search: ['Name, e-mail, phone, campground or ID', '姓名、電子郵件、電話、營地或編號'],
  none: ['No bookings yet', '尚無訂位'],
  noneHint: ['Bookings appear here once a campground is open for booking.', '營地開放訂位後，訂位會出現在這裡。'],
  checkIn: ['Check-in', '入住'],
  checkOut: ['Check-out', '退房'],
  checkInFrom: ['Check-in from', '入住日起'],
  checkInTo: ['Check-in to', '入住日迄'],
  createdAt: ['Booked', '訂位時間'],
  nights: ['Nights', '晚數'],
  nightKinds: [
    '({{weekdayCount}} weekday, {{holidayCount}} holiday)',
    '（平日 {{weekdayCount}}，假日 {{holidayCount}}）',
  ],
  heldUntil: ['Held until', '保留至'],
  actions: {
    confirm: ['Confirm', '確認'],
    cancel: ['Cancel booking', '取消訂位'],
    cancelPaid: ['Cancel and refund', '取消並退款'],
    change: ['Change stay', '變更住宿'],
  },
  failed: {
    confirm: ['Could not confirm the booking', '無法確認訂位'],
    complete: ['Could not complete the booking', '無法完成訂位'],
  },
  cancel: {
    title: ['Cancel this booking?', '要取消這筆訂位嗎？'],
    hint: [
      'It is unpaid. Its sites and rentals are released immediately.',
      '這筆訂位尚未付款。營位與租借裝備會立即釋出。',
    ],
    done: ['Booking cancelled', '已取消訂位'],
    failed: ['Could not cancel the booking', '無法取消訂位'],
  },
  cancelPaid: {
    title: ['Cancel this paid booking?', '要取消這筆已付款的訂位嗎？'],
    hint: [
      'Its sites and rentals are released immediately. This cannot be undone.',
      '營位與租借裝備會立即釋出。此動作無法復原。',
    ],
    done: ['Booking cancelled, refund due', '已取消訂位，待退款'],
  },
  contact: {
    title: ['Correct contact', '更正聯絡人'],
    hint: ['Leave both fields empty if it is the customer.', '若聯絡人就是顧客本人，請將兩欄留空。'],
    done: ['Guest contact saved', '已儲存住客聯絡人'],
    failed: ['Could not save the guest contact', '無法儲存住客聯絡人'],
  },
  change: {
    title: ['Change this stay', '變更這筆住宿'],
    prices: {
      new: ['Agreed price, refund the difference', '約定的價格，退還差額'],
      kept: ['Keep the price paid', '維持原價'],
      gift: ['Keep the price paid: a gift of {{amount}}', '維持原價：贈送 {{amount}}'],
      noGift: [
        'Keep the price paid: a gift of {{amount}} needs permission to edit payments',
        '維持原價：贈送 {{amount}} 需要付款與退款的編輯權限',
      ],
    },
    added_one: 'Added: {{name}}, {{count}} night',
    added_other: ['Added: {{name}}, {{count}} nights', '新增：{{name}}，{{count}} 晚'],
    moreNight: ['One night more', '多一晚'],
    lessNight: ['One night less', '少一晚'],
    strip: ['Sites left on each night', '每晚剩餘營位'],
    addRentals: ['Add rentals', '加租裝備'],
    before: ['Total before', '原總計'],
    after: ['New total', '新總計'],
    refund: ['Refund', '退款'],
    closed: ['The campground is closed on {{night}}.', '營地在 {{night}} 休園。'],
    shortSites_one: '{{name}}: only {{count}} site is free on {{night}}.',
    shortSites_other: [
      '{{name}}: only {{count}} sites are free on {{night}}.',
      '{{name}}：{{night}} 只剩 {{count}} 個營位。',
    ],
    shortPieces_one: '{{name}}: only {{count}} piece is free.',
    shortPieces_other: ['{{name}}: only {{count}} pieces are free.', '{{name}}：只剩 {{count}} 件。'],
    dearer: [
      'The stay costs {{amount}} more than was paid. Keep the price as a gift, or choose a cheaper stay.',
      '這筆住宿比已付金額多 {{amount}}。請以贈送差額維持原價，或改選較便宜的住宿。',
    ],
    failed: ['Could not change the stay', '無法變更住宿'],
  },
  prices: {
    title: ['Zones and rentals as booked', '營區與租借（訂位當時）'],
    night: ['{{night}}: {{quantity}} × {{price}}', '{{night}}：{{quantity}} × {{price}}'],
    total: ['Total', '小計'],
    final: ['Grand total', '總計'],
  },
} satisfies Catalogue
