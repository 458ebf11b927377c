// Why a shim: the module map needs one header of ours to find libyaml's through pkg-config.
#include <yaml.h>
