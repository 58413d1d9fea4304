// Every sentence about passing a server on to others.

export const shareMessages = {
  title: 'Share',
  link: 'Link',
  widgetHow: 'This shows the list on another site. It updates itself once a minute:',
};
