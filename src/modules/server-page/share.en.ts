// Every sentence about sharing a server.

export const shareMessages = {
  title: 'Share',
  link: 'Link',
  widgetHow: 'This shows the list on another site. It updates itself once a minute:',
};
